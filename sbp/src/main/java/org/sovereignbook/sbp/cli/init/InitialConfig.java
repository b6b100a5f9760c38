package org.sovereignbook.sbp.cli.init;

import org.sovereignbook.sbp.agent.AgentSettings;
import org.sovereignbook.sbp.agent.DailyLimits;
import org.sovereignbook.sbp.cli.config.ProgramSettings;
import org.sovereignbook.sbp.http.HttpConfig;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.network.NetworkSettings;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.scheduler.SchedulerSettings;
import org.sovereignbook.sbp.server.ServerSettings;

/**
 * {@code scheduler-config.json} of a new node (IMPLEMENTATION §7): every key of every room with its
 * default, so that the operator sees what can be set.
 */
final class InitialConfig {
  private static final String LOOPBACK = "127.0.0.1";

  private InitialConfig() {}

  static JsonObject of(InitRequest request) {
    Config config =
        ProgramSettings.defaults()
            .with(HttpConfig.ALLOW_PRIVATE_ENDPOINTS, request.local())
            .with(ServerSettings.BIND, bind(request))
            .with(ServerSettings.PORT, request.port())
            .with(AgentSettings.BACKEND, request.llm())
            .with(NetworkSettings.SEEDS, request.seeds().stream().map(Endpoint::toString).toList());
    Config limited =
        request.backend().map(backend -> DailyLimits.initial(config, backend)).orElse(config);
    Setting<String> login = LlmBackend.LOGIN.within("llm." + request.llm());
    JsonObject json =
        request.login().map(file -> limited.with(login, file.toString())).orElse(limited).json();
    return request
        .pace()
        .map(SchedulerSettings::initial)
        .map(chosen -> json.with("components", chosen.section("components").json()))
        .orElse(json);
  }

  /** Where the server of the new node will listen. */
  static String bind(InitRequest request) {
    return request.local() ? LOOPBACK : Config.empty().get(ServerSettings.BIND);
  }
}
