// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/four_bar.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace oldham {
namespace {

using Numbers4 = std::array<double, 4>;
using Point = std::array<double, 2>;

struct FourBar {
  Numbers4 m{1, 1, 1, 2}, J{1.0 / 12, 1.0 / 12, 1.0 / 12, 2.0 / 3}, l{1, 1, 1, 2};  // kg, kg m², m
  double dv = 0.1, g = 9.81;                                                        // N s/m, m/s²
  Point A{0, 0}, B{3.732050807568877, 0};                                           // 2 + √3: no bushing is stretched
  std::array<double, 3> c{1e3, 1e3, 1e3}, d{10, 10, 10};                            // x, y, φ
  Numbers4 phi0{1.5707963267948966, 0, 0, 2.6179938779914944}, w0{0, 0, 0, 0};      // rad, rad/s
};

void read_positive(Reader& p, const char* key, Numbers4& numbers, const char* unit) {
  p.read_numbers(key, numbers, unit);
  for (const double number : numbers)
    if (!(number > 0))
      p.fail(key, fmt::format("expected positive numbers, found {}", number), "give one for each of bars 1 to 4");
}

FourBar read_four_bar(Reader& p) {
  FourBar f;
  read_positive(p, "m", f.m, "kg");
  read_positive(p, "J", f.J, "kg.m^2");
  read_positive(p, "l", f.l, "m");
  f.dv = p.number("dv", f.dv, "N.s/m", Limits::non_negative());
  f.g = p.number("g", f.g, "m/s^2");
  p.read_numbers("A", f.A, "m");
  p.read_numbers("B", f.B, "m");
  const char* directions[] = {"x", "y", "phi"};
  for (int i = 0; i < 3; ++i) {
    f.c[i] = p.number(fmt::format("c{}", directions[i]), f.c[i], i < 2 ? "N/m" : "N.m/rad");
    f.d[i] = p.number(fmt::format("d{}", directions[i]), f.d[i], i < 2 ? "N.s/m" : "N.m.s/rad");
  }
  p.read_numbers("phi0", f.phi0, "rad");
  p.read_numbers("w0", f.w0, "rad/s");
  return f;
}

template <class Numbers>
Value list(const Numbers& numbers) {
  Value::Array array;
  for (const double number : numbers) array.emplace_back(number + 0.0);  // no −0
  return Value(std::move(array));
}

/// Two bars that hang from a pivot: the first from its left end, the second from the far end of the first, by its left
/// end (along +1) or its right end (along −1).
struct DoublePendulum {
  const char* name;
  Point pivot;
  int first, second;  // numbers of the bars, from 0
  double along;
  const char* pivot_name;
  const char* knee_name;
  const char* port;
};

std::string bar_name(int bar) { return fmt::format("bar{}", bar + 1); }

Value make_bar(const FourBar& f, int bar, const Point& position, const Point& velocity) {
  Value::Table body;
  body["name"] = bar_name(bar);
  body["mass"] = f.m[bar];
  body["inertia"] = f.J[bar];
  body["position"] = list(position);
  body["angle"] = f.phi0[bar];
  body["velocity"] = list(velocity);
  body["angular_velocity"] = f.w0[bar];
  body["drag"] = f.dv;
  return Value(std::move(body));
}

Value make_joint(const char* name, const std::string& first, const Point& on_first, int second, double on_second) {
  Value::Table joint;
  joint["name"] = name;
  joint["type"] = "revolute";
  joint["between"] = Value(Value::Array{Value(first), Value(bar_name(second))});
  joint["points"] = Value(Value::Array{list(on_first), list(Point{on_second, 0})});
  return Value(std::move(joint));
}

Value make_subsystem_entry(const FourBar& f, const DoublePendulum& d, double micro_step) {
  const int i = d.first, k = d.second;
  // r = pivot + l/2 e, ṙ = l/2 φ̇ n; the knee lies twice as far
  const auto reach = [&](int bar, double length) {
    return Point{length * std::cos(f.phi0[bar]), length * std::sin(f.phi0[bar])};
  };
  const auto swing = [&](int bar, double length) {
    return Point{-length * f.w0[bar] * std::sin(f.phi0[bar]), length * f.w0[bar] * std::cos(f.phi0[bar])};
  };
  const auto sum = [](const Point& a, const Point& b) { return Point{a[0] + b[0], a[1] + b[1]}; };
  const Point knee = sum(d.pivot, reach(i, f.l[i]));

  Value::Table subsystem;
  subsystem["name"] = d.name;
  subsystem["model"] = "mechanism";
  subsystem["space"] = "plane";
  subsystem["gravity"] = list(Point{0, f.g});
  subsystem["formulation"] = "kkt";
  subsystem["micro_step"] = micro_step;
  subsystem["body"] = Value(Value::Array{make_bar(f, i, sum(d.pivot, reach(i, f.l[i] / 2)), swing(i, f.l[i] / 2)),
                                         make_bar(f, k, sum(knee, reach(k, d.along * f.l[k] / 2)),
                                                  sum(swing(i, f.l[i]), swing(k, d.along * f.l[k] / 2)))});
  subsystem["joint"] =
      Value(Value::Array{make_joint(d.pivot_name, "ground", d.pivot, i, -f.l[i] / 2),
                         make_joint(d.knee_name, bar_name(i), {f.l[i] / 2, 0}, k, -d.along * f.l[k] / 2)});
  Value::Table port;
  port["name"] = d.port;
  port["body"] = bar_name(k);
  port["point"] = list(Point{d.along * f.l[k] / 2, 0});
  subsystem["port"] = Value(Value::Array{Value(std::move(port))});
  return Value(std::move(subsystem));
}

}  // namespace

Value write_four_bar(const FileInput& input) {
  const FourBar f = read_four_bar(input.parameters);
  const char* cuts[] = {"force-force", "force-displacement", "displacement-displacement"};
  const char* cut = cuts[input.scheme.choice("decomposition", {{cuts[0], 0}, {cuts[1], 1}, {cuts[2], 2}}, 0)];
  const double step = input.scheme.number("step", 1e-4, "s", Limits::positive());
  const double micro_step = step / (cut == cuts[0] ? 4 : 2);

  Value::Table root, simulation, scheme, interface, publish;
  root["title"] = "Four-bar linkage: two double pendulums and a bushing";
  simulation["end"] = 2.0;
  scheme["step"] = step;
  interface["name"] = "bushing";
  interface["law"] = "bushing";
  interface["between"] = Value(Value::Array{Value("left.E2"), Value("right.E3")});
  interface["stiffness"] = list(f.c);
  interface["damping"] = list(f.d);
  interface["decomposition"] = cut;
  for (int bar = 0; bar < 4; ++bar)
    publish[fmt::format("phi{}", bar + 1)] = fmt::format("{}.{}.angle", bar < 2 ? "left" : "right", bar_name(bar));
  for (int bar = 0; bar < 4; ++bar)
    publish[fmt::format("w{}", bar + 1)] = fmt::format("{}.{}.w", bar < 2 ? "left" : "right", bar_name(bar));
  for (const char* direction : {"x", "y", "phi"})
    publish[fmt::format("lam_{}", direction)] = fmt::format("bushing.{}.force", direction);
  root["simulation"] = Value(std::move(simulation));
  root["scheme"] = Value(std::move(scheme));
  root["subsystem"] =
      Value(Value::Array{make_subsystem_entry(f, {"left", f.A, 0, 1, 1, "A", "knee12", "E2"}, micro_step),
                         make_subsystem_entry(f, {"right", f.B, 3, 2, -1, "B", "knee43", "E3"}, micro_step)});
  root["interface"] = Value(Value::Array{Value(std::move(interface))});
  root["publish"] = Value(std::move(publish));
  return Value(std::move(root));
}

const SystemHelp& four_bar_help() {
  static const SystemHelp help = {
      "four-bar",
      "two double pendulums in the plane, joined by a bushing to a four-bar linkage",
      {{"m", "kg", "[1, 1, 1, 2]", "masses of bars 1 to 4"},
       {"J", "kg.m^2", "[1/12, 1/12, 1/12, 2/3]", "moments of inertia about the centres"},
       {"l", "m", "[1, 1, 1, 2]", "lengths"},
       {"dv", "N.s/m", "0.1", "viscous drag at every centre"},
       {"g", "m/s^2", "9.81", "gravity along +y"},
       {"A", "m", "[0, 0]", "pivot of bar 1"},
       {"B", "m", "[3.732050807568877, 0]", "pivot of bar 4"},
       {"cx", "N/m", "1000", "stiffness of the bushing"},
       {"cy", "N/m", "1000", ""},
       {"cphi", "N.m/rad", "1000", ""},
       {"dx", "N.s/m", "10", "damping of the bushing"},
       {"dy", "N.s/m", "10", ""},
       {"dphi", "N.m.s/rad", "10", ""},
       {"phi0", "rad", "[pi/2, 0, 0, 5 pi/6]", "initial angles"},
       {"w0", "rad/s", "[0, 0, 0, 0]", "initial angular velocities"}},
      {{"decomposition", "", "force-force",
        "where the system is cut: force-force, force-displacement, displacement-displacement"}}};
  return help;
}

}  // namespace oldham
