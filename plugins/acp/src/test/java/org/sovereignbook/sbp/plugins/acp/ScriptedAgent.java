package org.sovereignbook.sbp.plugins.acp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * Agent of the protocol whose behaviour is its first argument; it appends each received line to the
 * file that is its second one.
 */
final class ScriptedAgent {
  private static final BufferedReader IN =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private ScriptedAgent() {}

  /** Returns the command that runs it. */
  static List<String> command(String behaviour, Path log) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        ScriptedAgent.class.getName(),
        behaviour,
        log.toString());
  }

  /** Runs it. */
  public static void main(String... words) throws IOException, MalformedJson {
    Path log = Path.of(words[1]);
    for (String line = IN.readLine(); line != null; line = IN.readLine()) {
      Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      JsonObject message = (JsonObject) JsonReader.file(line.getBytes(StandardCharsets.UTF_8));
      String method = message.string("method").orElse("");
      JsonValue id = message.get("id").orElse(JsonObject.empty());
      switch (method) {
        case "initialize" ->
            result(
                id,
                JsonObject.empty()
                    .with("protocolVersion", words[0].equals("old") ? 99 : 1)
                    .with("agentCapabilities", JsonObject.empty().with("loadSession", true)));
        case "session/new" -> result(id, JsonObject.empty().with("sessionId", "s1"));
        case "session/load" -> {
          says("an old answer");
          result(id, JsonObject.empty());
        }
        case "session/prompt" -> prompted(words[0], log, id);
        default -> {
          // An answer, or the end of a turn.
        }
      }
    }
  }

  private static void prompted(String behaviour, Path log, JsonValue id)
      throws IOException, MalformedJson {
    switch (behaviour) {
      case "asks", "uses", "poses" -> {
        boolean isCommand = behaviour.equals("asks");
        String kind = behaviour.equals("uses") ? "other" : "execute";
        says("chosen: " + asked(isCommand ? "rm -r boats" : "mcp__sbp__task_list", kind));
        ended(id, "end_turn");
      }
      case "waits" -> {
        says("thinking");
        String line = IN.readLine();
        if (line != null) {
          Files.writeString(log, line + "\n", StandardOpenOption.APPEND);
          ended(id, "cancelled");
        }
      }
      case "floods" -> {
        String much = "x".repeat(1_024 * 1_024);
        for (int i = 0; i < 80 && !OUT.checkError(); i++) {
          OUT.print(much);
        }
      }
      case "dies" -> {
        System.err.println("no credits are left");
        System.exit(3);
      }
      default -> {
        says("one ");
        says("two");
        ended(id, "end_turn");
      }
    }
  }

  /** Asks whether a command may run. Returns the chosen option. */
  private static String asked(String title, String kind) throws IOException, MalformedJson {
    JsonObject call =
        JsonObject.empty()
            .with("toolCallId", "c1")
            .with("title", title)
            .with("kind", kind)
            .with("rawInput", JsonObject.empty().with("command", title));
    List<JsonObject> options =
        List.of(
            option("always", "allow_always"),
            option("yes", "allow_once"),
            option("no", "reject_once"));
    send(
        JsonObject.empty()
            .with("id", "q1")
            .with("method", "session/request_permission")
            .with(
                "params",
                JsonObject.empty()
                    .with("sessionId", "s1")
                    .with("toolCall", call)
                    .with("options", JsonArray.of(options))));
    JsonObject answer =
        (JsonObject) JsonReader.file(IN.readLine().getBytes(StandardCharsets.UTF_8));
    return answer
        .object("result")
        .flatMap(result -> result.object("outcome"))
        .flatMap(outcome -> outcome.string("optionId"))
        .orElse("nothing");
  }

  private static JsonObject option(String id, String kind) {
    return JsonObject.empty().with("optionId", id).with("name", id).with("kind", kind);
  }

  private static void says(String text) {
    JsonObject update =
        JsonObject.empty()
            .with("sessionUpdate", "agent_message_chunk")
            .with("content", JsonObject.empty().with("type", "text").with("text", text));
    send(
        JsonObject.empty()
            .with("method", "session/update")
            .with("params", JsonObject.empty().with("sessionId", "s1").with("update", update)));
  }

  private static void ended(JsonValue id, String reason) {
    result(id, JsonObject.empty().with("stopReason", reason));
  }

  private static void result(JsonValue id, JsonObject result) {
    send(JsonObject.empty().with("id", id).with("result", result));
  }

  private static void send(JsonObject message) {
    OUT.println(JsonWriter.compact(message.with("jsonrpc", "2.0")));
  }
}
