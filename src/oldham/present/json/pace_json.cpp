// SPDX-License-Identifier: MIT
#include "oldham/present/json/pace_json.hpp"

namespace oldham {
namespace {

Json durations_json(const Durations& durations) {
  Json json = Json::object();
  json["p50"] = durations.p50;
  json["p99"] = durations.p99;
  json["largest"] = durations.largest;
  return json;
}

Json reason_json(const std::string& reason) { return reason.empty() ? Json() : Json(reason); }

Json grants_json(const RealTimeGrants& grants) {
  Json json = Json::object();
  json["policy"] = grants.policy;
  json["priority"] = grants.priority;
  json["why_ordinary"] = reason_json(grants.why_ordinary);
  json["memory_locked"] = grants.is_locked;
  json["why_not_locked"] = reason_json(grants.why_not_locked);
  return json;
}

}  // namespace

Json to_json(const PaceResult& pace) {
  Json json = Json::object();
  json["factor"] = pace.factor;
  json["deadlines"] = pace.deadlines;
  json["deadline_misses"] = pace.misses();
  json["overruns"] = pace.overruns;
  json["late_wakeups"] = pace.late_wakeups;
  json["tolerance_s"] = pace.tolerance;
  json["latest_s"] = pace.lateness.largest;
  json["lateness_s"] = durations_json(pace.lateness);
  json["computing_s"] = durations_json(pace.computing);
  json["load"] = pace.load;
  Json histogram = Json::array();
  for (const Durations::Bin& bin : pace.lateness.bins) {
    Json entry = Json::object();
    entry["from_s"] = bin.from;
    entry["to_s"] = bin.to;
    entry["count"] = bin.count;
    histogram.push_back(std::move(entry));
  }
  json["histogram"] = std::move(histogram);
  json["scheduling"] = grants_json(pace.grants);
  return json;
}

}  // namespace oldham
