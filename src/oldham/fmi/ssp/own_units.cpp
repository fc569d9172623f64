// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/own_units.hpp"

#include <algorithm>

namespace oldham::fmi::ssp {
namespace {

bool has_both_or_none(const NamedUnit& a, const NamedUnit& b) { return a.meaning.has_value() == b.meaning.has_value(); }

bool is_same_unit(const NamedUnit& a, const NamedUnit& b) {
  if (!a.meaning || !b.meaning) return has_both_or_none(a, b);
  return same_dimensions(*a.meaning, *b.meaning) && a.meaning->factor == b.meaning->factor &&
         a.meaning->offset == b.meaning->offset;
}

}  // namespace

bool converts_by_itself(const Way& way) {
  const Port &from = way.source, &to = way.hops.back().to;
  const NamedUnit own_from = own_unit(from), own_to = own_unit(to);
  if (!has_both_or_none(own_from, own_to)) return false;
  if (own_from.meaning && !same_dimensions(*own_from.meaning, *own_to.meaning)) return false;
  for (const Way::Hop& hop : way.hops)
    if (hop.connection->suppresses_conversion) return false;
  if (way.hops.size() == 1) return is_same_unit(own_from, unit_of(from)) && is_same_unit(own_to, unit_of(to));
  const auto is_own = [&](const Port& port) {
    const NamedUnit unit = unit_of(port);
    return (unit.name.empty() && port.element->is_system) || is_same_unit(unit, own_from);
  };
  return is_same_unit(own_from, own_to) && is_own(from) &&
         std::ranges::all_of(way.hops, [&](const Way::Hop& hop) { return is_own(hop.to); });
}

double unit_offset(const std::optional<Unit>& from, const std::optional<Unit>& to) {
  return from && to ? (from->offset - to->offset) / to->factor : 0;
}

double unit_offset(const Way& way) {
  return unit_offset(own_unit(way.source).meaning, own_unit(way.hops.back().to).meaning);
}

}  // namespace oldham::fmi::ssp
