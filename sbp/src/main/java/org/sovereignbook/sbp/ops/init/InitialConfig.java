package org.sovereignbook.sbp.ops.init;

import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.judgment.DailyLimits;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.ops.config.ProgramSettings;
import org.sovereignbook.sbp.peer.network.NetworkSettings;
import org.sovereignbook.sbp.peer.server.ServerSettings;
import org.sovereignbook.sbp.runtime.scheduler.SchedulerSettings;

/**
 * {@code scheduler-config.json} of a new node (IMPLEMENTATION §7): every key of every package with
 * its default, so that the operator sees the available settings.
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

  /** Returns the address on which the new node's server will listen. */
  static String bind(InitRequest request) {
    return request.local() ? LOOPBACK : Config.empty().get(ServerSettings.BIND);
  }
}
