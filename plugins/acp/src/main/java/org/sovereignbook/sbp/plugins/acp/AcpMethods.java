package org.sovereignbook.sbp.plugins.acp;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonBoolean;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ProgramVersion;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.net.mcp.RpcMessage;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.SessionFilter;
import org.sovereignbook.sbp.society.sessions.Sessions;

/** Methods that an editor calls, on the sessions of one connection. Thread-safe. */
final class AcpMethods implements AutoCloseable {
  static final int VERSION = 1;
  private static final int PAGE = 100;
  private static final String SESSION = "sessionId";

  /** On any system: an editor may run elsewhere. */
  private static final Pattern ABSOLUTE =
      Pattern.compile("(?:/|\\\\\\\\|[A-Za-z]:[/\\\\]).*", Pattern.DOTALL);

  private final EditorHost host;
  private final Map<String, EditorSession> sessions = new ConcurrentHashMap<>();
  private volatile boolean isInitialized;

  AcpMethods(EditorHost host) {
    this.host = host;
  }

  /**
   * Answer to a request.
   *
   * @param after notifications that follow it
   */
  record Answer(JsonObject result, Runnable after) {
    static Answer of(JsonObject result) {
      return new Answer(result, () -> {});
    }

    static Answer done() {
      return of(JsonObject.empty());
    }
  }

  Answer answer(RpcMessage.Request request, Cancellation cancel)
      throws AcpError, InterruptedException {
    JsonObject params = request.params();
    if (!isInitialized && !request.method().equals("initialize")) {
      throw AcpError.invalidRequest("a connection begins with initialize");
    }
    return switch (request.method()) {
      case "initialize" -> {
        isInitialized = true;
        yield Answer.of(initialized());
      }
      case "authenticate" -> {
        host.proof().authenticate(params, cancel);
        yield Answer.done();
      }
      case "logout" -> {
        host.proof().withdraw();
        yield Answer.done();
      }
      case "session/new" -> made(params);
      case "session/load" -> opened(params, true);
      case "session/resume" -> opened(params, false);
      case "session/list" -> Answer.of(listed(params));
      case "session/set_mode" -> moded(params);
      case "session/prompt" ->
          Answer.of(
              JsonObject.empty().with("stopReason", session(params).prompt(text(params), cancel)));
      case "session/close" -> closed(params);
      default -> throw AcpError.unknownMethod(request.method());
    };
  }

  private JsonObject initialized() {
    return JsonObject.builder()
        .put("protocolVersion", VERSION)
        .put("agentCapabilities", capabilities())
        .put("authMethods", host.proof().methods())
        .put(
            "agentInfo",
            JsonObject.builder()
                .put("name", "sbp")
                .put("title", "sovereign book")
                .put("version", ProgramVersion.text())
                .build())
        .build();
  }

  private static JsonObject capabilities() {
    JsonObject is = JsonObject.empty();
    return JsonObject.builder()
        .put("loadSession", new JsonBoolean(true))
        .put("promptCapabilities", is.with("embeddedContext", true))
        .put("sessionCapabilities", is.with("list", is).with("resume", is).with("close", is))
        .put("auth", is.with("logout", is))
        .build();
  }

  private Answer made(JsonObject params) throws AcpError {
    requireFitting(params);
    String label = Sessions.key(host.persona(), "editor-" + host.node().randomId());
    return opened(label);
  }

  private Answer opened(JsonObject params, boolean isReplayed) throws AcpError {
    requireFitting(params);
    String label = text(params, SESSION);
    if (host.ledger().<Boolean>read(tx -> new Sessions(tx).find(label).isEmpty())) {
      throw AcpError.notFound("there is no session of this id");
    }
    Answer answer = opened(label);
    session(params).join(isReplayed);
    return answer;
  }

  private Answer opened(String label) {
    EditorSession session = sessions.computeIfAbsent(label, name -> new EditorSession(host, name));
    JsonObject result =
        JsonObject.builder().put(SESSION, label).put("modes", session.modes()).build();
    return new Answer(result, session.updates()::commands);
  }

  /** Refuses a session with servers that nobody would call, unless the owner wants none anyway. */
  private void requireFitting(JsonObject params) throws AcpError {
    if (!ABSOLUTE.matcher(text(params, "cwd")).matches()) {
      throw AcpError.invalidParams("cwd: expected an absolute path");
    }
    boolean hasServers =
        params.array("mcpServers").filter(servers -> !servers.values().isEmpty()).isPresent();
    if (hasServers && host.node().config().get(AcpSettings.SERVERS) == AcpSettings.Servers.REFUSE) {
      throw AcpError.invalidParams(
          "the editor names MCP servers, which this node does not use",
          "to begin sessions without them:  " + host.command("config set acp.mcp_servers ignore"));
    }
  }

  private JsonObject listed(JsonObject params) throws AcpError {
    Optional<SessionFilter.Place> after =
        params.string("cursor").isPresent()
            ? Optional.of(place(params.string("cursor").get()))
            : Optional.empty();
    List<AgentSession> found =
        Permissions.run(
            host.ledger(),
            SocietyCommand.call(host.session(), "session list", List.of()),
            (tx, caller) -> SessionFilter.NONE.list(tx, caller, after, PAGE + 1));
    List<AgentSession> page = found.subList(0, Math.min(PAGE, found.size()));
    String folder = params.string("cwd").orElseGet(() -> host.node().home().root().toString());
    JsonObject list =
        JsonObject.empty()
            .with("sessions", JsonArray.of(page.stream().map(one -> json(one, folder)).toList()));
    return found.size() > PAGE
        ? list.with("nextCursor", page.getLast().times().usedAt() + " " + page.getLast().label())
        : list;
  }

  private static SessionFilter.Place place(String cursor) throws AcpError {
    try {
      int space = cursor.indexOf(' ');
      return new SessionFilter.Place(
          Instant.parse(cursor.substring(0, Math.max(0, space))), cursor.substring(space + 1));
    } catch (DateTimeException e) {
      throw AcpError.invalidParams("this is no cursor of an earlier answer");
    }
  }

  /** Sessions of a node have no folder: each is listed in the one that was asked about. */
  private static JsonObject json(AgentSession session, String folder) {
    return JsonObject.builder()
        .put(SESSION, session.label())
        .put("cwd", folder)
        .put("title", session.label())
        .put("updatedAt", session.times().usedAt().toString())
        .build();
  }

  private Answer moded(JsonObject params) throws AcpError {
    EditorMode mode =
        EditorMode.of(text(params, "modeId"))
            .orElseThrow(() -> AcpError.invalidParams("modeId is ask or wait"));
    session(params).mode(mode);
    return Answer.done();
  }

  private Answer closed(JsonObject params) throws AcpError {
    session(params).close();
    EditorSession _ = sessions.remove(text(params, SESSION));
    return Answer.done();
  }

  private EditorSession session(JsonObject params) throws AcpError {
    return Optional.ofNullable(sessions.get(text(params, SESSION)))
        .orElseThrow(() -> AcpError.notFound("this connection has no session of this id"));
  }

  private static String text(JsonObject params) throws AcpError {
    return PromptText.of(
        params
            .array("prompt")
            .map(JsonArray::objects)
            .orElseThrow(() -> AcpError.invalidParams("prompt is a list of blocks")));
  }

  private static String text(JsonObject params, String name) throws AcpError {
    return params
        .string(name)
        .orElseThrow(() -> AcpError.invalidParams(name + " is missing, or no text"));
  }

  @Override
  public void close() {
    sessions.values().forEach(EditorSession::close);
  }
}
