//JAVA 25+
//MANIFEST Plugin-Id=llm-{{name}} Plugin-Version=0.1.0 Sbp-Provides=llm:{{name}}
//MANIFEST Plugin-Requires=^{{api}}
//MANIFEST "Plugin-Description=Endorses pieces that contain one word, and writes nothing"
//COMPILE_OPTIONS -proc:full -classpath "{{class_path}}"

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.pf4j.Extension;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/**
 * An LLM backend in one file. Build it, accept it, try it, choose it:
 *
 * <pre>
 *   {{jbang}} export local --force -O {{name}}.jar {{class}}.java
 *   sbp plugin install {{name}}.jar
 *   sbp agent run reader --llm {{name}}
 *   sbp config set llm.backend {{name}} && sbp config set llm.{{name}}.word weather
 * </pre>
 *
 * <p>This is a complete, simple backend. A backend writes no file, signs nothing and sends nothing:
 * sbp checks its answer and does the rest. Strangers wrote the inputs that are marked untrusted.
 *
 * <p>The class path above is that of the sbp that wrote this file; after moving sbp, change it. A
 * plugin is one file, and nothing beside its jar is loaded. For your own libraries add
 * //DEPS group:artifact:version, keep -proc:full as the only compile option, and build with
 * {{jbang}} export fatjar --cp CLASS_PATH.
 */
@Extension
public class {{class}} implements LlmBackend {
  private static final Setting<String> WORD =
      Setting.text("word", "trust", "the word that an endorsed piece must contain");

  @Override
  public String name() {
    return "{{name}}";
  }

  @Override
  public String description() {
    return "looks for one word (llm.{{name}}.word): no model, no network, nothing written";
  }

  /** Declares the keys of llm.{{name}} for sbp config and sbp doctor. */
  @Override
  public Settings settings() {
    return Settings.of(WORD);
  }

  @Override
  public LlmAnswer answer(LlmRequest request) throws LlmException {
    return switch (request.role()) {
      case "reader" -> read(request);
      case "author" -> new LlmAnswer("", "wrote nothing");
      case "compactor" -> new LlmAnswer("- older lines are in the archive\n[[newest lines]]\n", "");
      default -> throw LlmException.setup("{{name}} cannot do the job of the " + request.role());
      case "ethos" -> new LlmAnswer(request.input("ethos.md"), "left the ethos as it is");
    };
  }

  /** Makes one decision for each item; see agent-prompts/CLAUDE-READER.md of a node. */
  private LlmAnswer read(LlmRequest request) throws LlmException {
    String word = request.settings().get(WORD).toLowerCase(Locale.ROOT);
    List<JsonValue> decisions = new ArrayList<>();
    for (JsonObject item : items(request)) {
      String text = item.string("content_title").orElse("") + " " + item.string("content_body").orElse("");
      boolean found = text.toLowerCase(Locale.ROOT).contains(word);
      JsonObject.Builder decision =
          JsonObject.builder().put("inbox_id", item.string("id").orElse(""));
      if (found && item.string("content_hash").isPresent()) {
        decision
            .put("action", "endorse_content")
            .put("target_hash", item.string("content_hash").get())
            .put("log", "speaks of " + word);
      } else {
        decision.put("action", "ignore").put("log", "nothing about " + word);
      }
      decisions.add(decision.build());
    }
    JsonObject answer =
        JsonObject.builder()
            .put("decisions", new JsonArray(decisions))
            .put("session_notes", "Looked for " + word + ".")
            .build();
    return new LlmAnswer(JsonWriter.pretty(answer), "looked for " + word);
  }

  private static List<JsonObject> items(LlmRequest request) throws LlmException {
    byte[] digest = request.input("operational/inbox-digest.json").getBytes(StandardCharsets.UTF_8);
    try {
      return JsonReader.file(digest) instanceof JsonObject json
          ? json.array("items").map(JsonArray::objects).orElse(List.of())
          : List.of();
    } catch (MalformedJson e) {
      throw LlmException.setup("the digest is damaged: " + e.getMessage());
    }
  }
}
