package org.sovereignbook.sbp.plugins.it.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.net.mcp.McpCall;
import org.sovereignbook.sbp.net.mcp.McpCaller;
import org.sovereignbook.sbp.net.mcp.McpChanges;
import org.sovereignbook.sbp.net.mcp.McpFeatures;
import org.sovereignbook.sbp.net.mcp.McpOutcome;
import org.sovereignbook.sbp.net.mcp.McpPrompt;
import org.sovereignbook.sbp.net.mcp.McpResource;
import org.sovereignbook.sbp.net.mcp.McpTool;
import org.sovereignbook.sbp.net.mcp.RpcError;

/**
 * The tools, resources and prompts that the conformance suite looks for, as {@code everything.json}
 * describes them: what each needs, tells, asks the client (round by round) and gives.
 */
final class EverythingFeatures implements McpFeatures {
  private static final JsonObject NOTHING_NEEDED =
      JsonObject.builder().put("type", "object").put("properties", JsonObject.empty()).build();

  private final JsonObject everything;
  private final McpChanges changes;

  EverythingFeatures(McpChanges changes) {
    this.changes = changes;
    try (InputStream file =
        Objects.requireNonNull(getClass().getResourceAsStream("/mcp/everything.json"))) {
      everything = (JsonObject) JsonReader.file(file.readAllBytes());
    } catch (IOException | MalformedJson e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public JsonObject serverInfo() {
    return JsonObject.builder().put("name", "everything").put("version", "1").build();
  }

  @Override
  public String instructions(McpCaller caller) {
    return "a server for the conformance suite";
  }

  @Override
  public Set<String> changingLists() {
    return Set.of("tools", "prompts", "resources");
  }

  @Override
  public List<McpTool> tools(McpCaller caller) {
    List<McpTool> tools = new ArrayList<>();
    described("tools")
        .forEach(
            (name, what) ->
                tools.add(
                    new McpTool(
                        name,
                        name,
                        "for the conformance suite",
                        what.object("input").orElse(NOTHING_NEEDED),
                        Optional.empty(),
                        McpTool.Hints.WRITES,
                        call -> run(what, call))));
    return tools;
  }

  @Override
  public Optional<McpTool> tool(String name) {
    McpCaller anybody = new McpCaller("anybody", Optional.empty(), 1);
    return tools(anybody).stream().filter(tool -> tool.name().equals(name)).findFirst();
  }

  @Override
  public boolean mayWatch(String uri, McpCaller caller) {
    return true;
  }

  @Override
  public List<McpPrompt> prompts(McpCaller caller) {
    List<McpPrompt> prompts = new ArrayList<>();
    described("prompts")
        .forEach(
            (name, what) ->
                prompts.add(
                    new McpPrompt(
                        name,
                        name,
                        "for the conformance suite",
                        what.array("slots").flatMap(JsonArray::strings).orElse(List.of()).stream()
                            .map(slot -> new McpPrompt.Slot(slot, "a value", true))
                            .toList(),
                        call -> prompt(what, call))));
    return prompts;
  }

  @Override
  public List<McpResource> resources(McpCaller caller) {
    List<McpResource> resources = new ArrayList<>();
    described("resources")
        .forEach(
            (uri, what) ->
                resources.add(
                    new McpResource(
                        uri, uri, uri, "for the suite", what.string("mime").orElse(""))));
    return resources;
  }

  @Override
  public List<McpResource> templates() {
    return List.of(
        new McpResource(
            "test://template/{id}/data", "template", "template", "any", "application/json"));
  }

  @Override
  public McpOutcome read(String uri, McpCall call) throws RpcError {
    if (uri.matches("test://template/[^/]+/data")) {
      JsonObject data = JsonObject.empty().with("id", uri.split("/")[3]);
      return McpResource.text(uri, "application/json", data.toString());
    }
    JsonObject what = described("resources").get(uri);
    if (what == null) {
      throw RpcError.noResource(uri);
    }
    String mime = what.string("mime").orElseThrow();
    return what.string("blob")
        .map(blob -> McpResource.blob(uri, mime, blob))
        .orElseGet(() -> McpResource.text(uri, mime, what.string("text").orElseThrow()));
  }

  @Override
  public List<String> complete(
      McpCaller caller, JsonObject reference, String argument, String begun) {
    return List.of("paris", "park", "party").stream().filter(w -> w.startsWith(begun)).toList();
  }

  private SequencedMap<String, JsonObject> described(String kind) {
    SequencedMap<String, JsonObject> all = new LinkedHashMap<>();
    everything
        .object(kind)
        .orElseThrow()
        .members()
        .forEach((name, what) -> all.put(name, (JsonObject) what));
    return all;
  }

  private McpOutcome run(JsonObject what, McpCall call) throws RpcError, InterruptedException {
    Optional<McpOutcome> question = question(what, call);
    if (question.isPresent()) {
      return question.get();
    }
    for (JsonValue done : what.array("progress").orElse(JsonArray.of()).values()) {
      call.progress(((JsonInteger) done).value(), 100, "step " + done);
    }
    for (JsonValue text : what.array("log").orElse(JsonArray.of()).values()) {
      call.log("info", ((JsonString) text).value());
    }
    what.string("changes").ifPresent(kind -> changes.listChanged(kind, Optional.empty()));
    return what.string("fails")
        .map(McpOutcome::failure)
        .orElseGet(() -> McpOutcome.content(content(what), false));
  }

  private McpOutcome prompt(JsonObject what, McpCall call) throws RpcError {
    Optional<McpOutcome> question = question(what, call);
    if (question.isPresent()) {
      return question.get();
    }
    return McpPrompt.messages("a prompt", filled(content(what), call.arguments()));
  }

  private static List<JsonObject> filled(List<JsonObject> blocks, JsonObject arguments) {
    List<JsonObject> filled = new ArrayList<>();
    for (JsonObject block : blocks) {
      String text = block.toString();
      for (Map.Entry<String, JsonValue> slot : arguments.members().entrySet()) {
        text = text.replace("{" + slot.getKey() + "}", ((JsonString) slot.getValue()).value());
      }
      try {
        filled.add((JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8)));
      } catch (MalformedJson e) {
        throw new IllegalStateException(e);
      }
    }
    return filled;
  }

  private static List<JsonObject> content(JsonObject what) {
    return what.array("content")
        .map(JsonArray::objects)
        .orElse(List.of(JsonObject.builder().put("type", "text").put("text", "done").build()));
  }

  /** What is to be asked in this round; nothing when the last round has its answers. */
  private static Optional<McpOutcome> question(JsonObject what, McpCall call) throws RpcError {
    if (what.string("needs").isPresent()) {
      call.requireClientCan(what.string("needs").get());
    }
    List<JsonObject> rounds = what.array("asks").map(JsonArray::objects).orElse(List.of());
    int round = (int) call.state().integer("round").orElse(0);
    if (round < rounds.size() && isAnswered(rounds.get(round), call)) {
      round++;
    }
    if (round >= rounds.size()) {
      return Optional.empty();
    }
    SequencedMap<String, McpOutcome.ClientRequest> questions = new LinkedHashMap<>();
    boolean isChoosy = what.bool("choosy").orElse(false);
    rounds
        .get(round)
        .members()
        .forEach(
            (name, value) -> {
              JsonObject asked = (JsonObject) value;
              String method = asked.string("method").orElseThrow();
              if (!isChoosy || call.clientCan(method.substring(0, method.indexOf('/')))) {
                questions.put(
                    name,
                    new McpOutcome.ClientRequest(
                        method, asked.object("params").orElse(JsonObject.empty())));
              }
            });
    return Optional.of(
        new McpOutcome.Asks(questions, JsonObject.builder().put("round", round).build()));
  }

  private static boolean isAnswered(JsonObject round, McpCall call) {
    return call.answers().members().keySet().containsAll(round.members().keySet());
  }
}
