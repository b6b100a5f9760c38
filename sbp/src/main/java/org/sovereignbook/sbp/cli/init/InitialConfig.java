package org.sovereignbook.sbp.cli.init;

import java.util.List;
import org.sovereignbook.sbp.agent.AgentSettings;
import org.sovereignbook.sbp.builtin.BuiltinJobs;
import org.sovereignbook.sbp.builtin.BuiltinSettings;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.delivery.DeliveryConfig;
import org.sovereignbook.sbp.http.HttpConfig;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.maintenance.MaintenanceConfig;
import org.sovereignbook.sbp.network.NetworkConfig;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.reader.ReaderConfig;
import org.sovereignbook.sbp.scheduler.SchedulerConfig;
import org.sovereignbook.sbp.server.ServerConfig;
import org.sovereignbook.sbp.step.Intervals;
import org.sovereignbook.sbp.store.StoreConfig;

/**
 * {@code scheduler-config.json} of a new node (IMPLEMENTATION §7): every key of every room with its
 * default, so that the operator sees what can be set.
 */
final class InitialConfig {
  private static final String LOOPBACK = "127.0.0.1";

  private InitialConfig() {}

  static JsonObject of(InitRequest request) {
    Config config = Config.empty();
    for (Settings room : List.of(AgentSettings.ALL, BuiltinJobs.SETTINGS, BuiltinSettings.ALL)) {
      for (Setting<?> setting : room.all()) {
        config = withDefault(config, setting);
      }
    }
    config = config.with(AgentSettings.BACKEND, request.llm().orElse(AgentSettings.BUILTIN));
    JsonObject.Builder json = JsonObject.builder();
    SchedulerConfig.defaults(request.pace().orElse(Intervals.DEFAULT))
        .toJson()
        .members()
        .forEach(json::put);
    return json.put("network_config", network(request))
        .put("delivery_config", DeliveryConfig.defaults().toJson())
        .put("server", server(request).toJson())
        .put(ReaderConfig.SECTION, ReaderConfig.defaults().toJson())
        .put("llm", config.section("llm").json())
        .put("builtin", config.section("builtin").json())
        .put(StoreConfig.SECTION, StoreConfig.defaults().toJson())
        .put("maintenance_config", MaintenanceConfig.defaults().toJson())
        .put("history", MaintenanceConfig.defaults().history().toString())
        .put(
            "seeds", JsonArray.ofStrings(request.seeds().stream().map(Endpoint::toString).toList()))
        .build();
  }

  private static <T> Config withDefault(Config config, Setting<T> setting) {
    return setting.byDefault().map(value -> config.with(setting, value)).orElse(config);
  }

  /** Where the server of the new node will listen. */
  static ServerConfig server(InitRequest request) {
    ServerConfig defaults = ServerConfig.defaults();
    return defaults.withAddress(request.local() ? LOOPBACK : defaults.bind(), request.port());
  }

  /** Two rooms share this section. */
  private static JsonObject network(InitRequest request) {
    JsonObject.Builder json = JsonObject.builder();
    NetworkConfig.defaults().toJson().members().forEach(json::put);
    new HttpConfig(request.local(), HttpConfig.defaults().timeout())
        .toJson()
        .members()
        .forEach(json::put);
    return json.build();
  }
}
