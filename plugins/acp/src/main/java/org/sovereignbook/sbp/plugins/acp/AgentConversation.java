package org.sovereignbook.sbp.plugins.acp;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ProgramVersion;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ToolServer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.model.llm.cli.ConversationPrompt;
import org.sovereignbook.sbp.node.FileWords;

/** One answer of an agent: in the session that it remembers, or in a new one. */
record AgentConversation(
    ChatRequest request, AgentFolder folder, AgentLine line, ChatListener listener) {
  private static final String SESSION = "sessionId";

  /** Session that is ready, with the text that it has not seen. */
  private record Open(String session, String prompt) {}

  ChatReply reply() throws LlmException, InterruptedException {
    JsonObject able = line.result("initialize", introduction());
    if (able.integer("protocolVersion").orElse(0) != AcpMethods.VERSION) {
      throw LlmException.setup("the agent does not speak version 1 of the protocol");
    }
    boolean canLoad =
        able.object("agentCapabilities").flatMap(it -> it.bool("loadSession")).orElse(false);
    Optional<Open> loaded = canLoad ? loaded() : Optional.empty();
    Open open = loaded.isPresent() ? loaded.get() : made();
    line.hear(open.session());
    JsonObject prompt =
        JsonObject.builder()
            .put(SESSION, open.session())
            .put("prompt", JsonArray.of(EditorUpdates.text(open.prompt())))
            .build();
    String stop = line.cancellable("session/prompt", prompt).string("stopReason").orElse("");
    return ended(stop, open.session());
  }

  private static JsonObject introduction() {
    JsonObject files =
        JsonObject.builder().put("readTextFile", false).put("writeTextFile", false).build();
    return JsonObject.builder()
        .put("protocolVersion", AcpMethods.VERSION)
        .put("clientCapabilities", JsonObject.empty().with("fs", files).with("terminal", false))
        .put(
            "clientInfo",
            JsonObject.builder().put("name", "sbp").put("version", ProgramVersion.text()).build())
        .build();
  }

  private Optional<Open> loaded() throws LlmException, InterruptedException {
    Optional<AgentFolder.Remembered> remembered = folder.remembered(request.messages());
    if (remembered.isEmpty()) {
      return Optional.empty();
    }
    String id = remembered.get().session();
    return line.tried("session/load", place().with(SESSION, id))
        .map(_ -> new Open(id, ConversationPrompt.further(remembered.get().further())));
  }

  private Open made() throws LlmException, InterruptedException {
    String id =
        line.result("session/new", place())
            .string(SESSION)
            .orElseThrow(() -> LlmException.provider("the agent made no session"));
    return new Open(id, ConversationPrompt.whole(request));
  }

  private JsonObject place() {
    List<JsonObject> servers = request.server().stream().map(AgentConversation::server).toList();
    return JsonObject.builder()
        .put("cwd", folder.work().toString())
        .put("mcpServers", JsonArray.of(servers))
        .build();
  }

  private static JsonObject server(ToolServer server) {
    List<JsonObject> variables =
        server.environment().entrySet().stream()
            .map(
                each ->
                    JsonObject.builder()
                        .put("name", each.getKey())
                        .put("value", each.getValue())
                        .build())
            .toList();
    return JsonObject.builder()
        .put("name", server.name())
        .put("command", server.command().getFirst())
        .put("args", JsonArray.ofStrings(server.command().subList(1, server.command().size())))
        .put("env", JsonArray.of(variables))
        .build();
  }

  private ChatReply ended(String stop, String session) throws LlmException {
    String text = line.text();
    ChatReply.Stop end =
        switch (stop) {
          case "end_turn", "max_turn_requests" -> ChatReply.Stop.END;
          case "max_tokens" -> ChatReply.Stop.LENGTH;
          case "refusal" -> throw LlmException.prompt("the agent refuses to answer this");
          default -> throw LlmException.provider("the agent ended its turn by itself");
        };
    if (text.isEmpty()) {
      throw LlmException.answer("the agent answered nothing");
    }
    try {
      folder.remember(session, request.messages(), text);
    } catch (IOException e) {
      listener.warning("the agent's session is not kept: " + FileWords.of(e));
    }
    return new ChatReply(text, List.of(), LlmUsage.unknown(), end, "");
  }
}
