package org.sovereignbook.sbp.cli.init;

import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;

/** {@code scheduler-config.json} of a new node: every key with its default (IMPLEMENTATION §7). */
final class InitialConfig {
  static final String LOOPBACK = "127.0.0.1";
  private static final String EVERY_ADDRESS = "0.0.0.0";

  private InitialConfig() {}

  /** Where the server of the new node will listen. */
  static String bindAddress(InitRequest request) {
    return request.local() ? LOOPBACK : EVERY_ADDRESS;
  }

  static JsonObject of(InitRequest request) {
    return JsonObject.builder()
        .put("components", components(request))
        .put("commands", commands())
        .put(
            "network_config",
            JsonObject.builder().put("allow_private_endpoints", request.local()).build())
        .put(
            "server",
            JsonObject.builder()
                .put("bind", bindAddress(request))
                .put("port", request.port())
                .build())
        .put("llm", JsonObject.builder().put("backend", request.llm().orElse("builtin")).build())
        .put("history", "none")
        .put("seeds", JsonArray.ofStrings(request.seeds().stream().map(Object::toString).toList()))
        .build();
  }

  private static JsonObject components(InitRequest request) {
    return JsonObject.builder()
        .put(
            "reader",
            every(request.pace().map(Pace::readerMinutes).orElse(120))
                .with("run_if_inbox_nonempty", true))
        .put("author", every(request.pace().map(Pace::authorMinutes).orElse(360)))
        .put(
            "compactor",
            every(240)
                .with(
                    "run_if_file_exceeds_lines",
                    JsonObject.builder()
                        .put("file", "runtime/session-log.md")
                        .put("threshold", 500)
                        .build()))
        .put(
            "delivery",
            every(60).with("run_after", JsonArray.ofStrings(java.util.List.of("reader", "author"))))
        .put("network", every(1440))
        .put("maintenance", every(10080))
        .build();
  }

  private static JsonObject every(int minutes) {
    return JsonObject.builder().put("interval_minutes", minutes).build();
  }

  private static JsonObject commands() {
    return JsonObject.builder()
        .put(
            "reader",
            "./runtime/scripts/reader-preprocess && \"$SBP\" agent reader"
                + " && ./runtime/scripts/reader-postprocess")
        .put("author", "\"$SBP\" agent author && ./runtime/scripts/author-postprocess")
        .put("compactor", "\"$SBP\" agent compactor")
        .put("delivery", "./runtime/scripts/delivery")
        .put("network", "./runtime/scripts/network")
        .put("maintenance", "./runtime/scripts/maintenance")
        .build();
  }
}
