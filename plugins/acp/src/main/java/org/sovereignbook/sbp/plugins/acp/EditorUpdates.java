package org.sovereignbook.sbp.plugins.acp;

import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.net.mcp.RpcMessage;
import org.sovereignbook.sbp.society.sessions.SessionInput;

/** Notifications to an editor about one of its sessions. */
record EditorUpdates(AcpWire wire, String session) {
  /** Sends a piece of what the agent says. */
  void agent(String text) {
    chunk("agent_message_chunk", text);
  }

  /** Sends a remark of the program. */
  void remark(String text) {
    chunk("agent_thought_chunk", text);
  }

  /** Sends what a person said to the agent. */
  private void user(String text) {
    chunk("user_message_chunk", text);
  }

  /** Sends a message to the agent: only people speak as the user. */
  void said(SessionInput.Source source, String text) {
    if (source == SessionInput.Source.HUMAN) {
      user(text);
    } else {
      remark("From the source " + source + ":\n\n" + PromptText.fenced("", text) + "\n\n");
    }
  }

  private void chunk(String kind, String text) {
    send(update(kind).with("content", text(text)));
  }

  void call(JsonObject call) {
    send(merged("tool_call", call));
  }

  void changed(JsonObject call) {
    send(merged("tool_call_update", call));
  }

  void plan(JsonArray entries) {
    send(update("plan").with("entries", entries));
  }

  void commands() {
    send(update("available_commands_update").with("availableCommands", EditorCommand.all()));
  }

  private static JsonObject update(String kind) {
    return JsonObject.empty().with("sessionUpdate", kind);
  }

  private static JsonObject merged(String kind, JsonObject members) {
    JsonObject update = update(kind);
    for (var member : members.members().entrySet()) {
      update = update.with(member.getKey(), member.getValue());
    }
    return update;
  }

  private void send(JsonObject update) {
    JsonObject params =
        JsonObject.builder().put("sessionId", session).put("update", update).build();
    wire.send(RpcMessage.notification("session/update", params));
  }

  /** Returns a block of text. */
  static JsonObject text(String text) {
    return JsonObject.builder().put("type", "text").put("text", text).build();
  }
}
