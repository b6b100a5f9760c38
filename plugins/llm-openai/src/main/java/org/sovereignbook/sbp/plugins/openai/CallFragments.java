package org.sovereignbook.sbp.plugins.openai;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatTool;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Tool calls of a reply, put together from fragments. A fragment belongs to the call with its id,
 * else to the one with its index, else to the last one; services leave out either or both, and some
 * give every call the index 0. A fragment with a name starts a call, unless the call that it would
 * belong to has no name, or has the same name and unfinished or the very same arguments.
 */
final class CallFragments {
  private static final int MAX_CALLS = 128;
  private static final int MAX_NAME_CHARACTERS = 64;

  /** Stands for the tool of a call that names none. */
  private static final String UNNAMED = "unnamed";

  /** Call of which not everything has come. */
  private static final class Call {
    private final String ownId;
    private String id = "";
    private OptionalLong index = OptionalLong.empty();
    private String name = "";
    private final StringBuilder arguments = new StringBuilder();

    Call(String ownId) {
      this.ownId = ownId;
    }

    boolean hasAllArguments() {
      return !arguments.isEmpty() && parsed(arguments.toString()).isPresent();
    }
  }

  private final CallIds ids;
  private final ChatListener listener;
  private final List<Call> calls = new ArrayList<>();

  CallFragments(CallIds ids, ChatListener listener) {
    this.ids = ids;
    this.listener = listener;
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  /** Adds a fragment, which has an index, and a part of the arguments or of the name. */
  void add(JsonObject fragment) throws LlmException {
    JsonObject function = fragment.object("function").orElse(fragment);
    String id = fragment.string("id").orElse("");
    OptionalLong index = fragment.integer("index");
    String name = function.string("name").orElse("");
    String text = function.get("arguments").map(CallFragments::text).orElse("");
    Optional<Call> found = find(id, index, name, text);
    Call call = found.isPresent() ? found.get() : start();
    if (call.id.isEmpty()) {
      call.id = id;
    }
    if (call.index.isEmpty()) {
      call.index = index;
    }
    if (call.name.isEmpty() && !name.isEmpty()) {
      call.name = name;
      listener.toolCall(call.ownId, name);
    }
    // Some services repeat the whole call at the end.
    boolean isRepeated = !name.isEmpty() && call.arguments.toString().equals(text);
    if (!isRepeated) {
      call.arguments.append(text);
    }
  }

  /** Adds a call of a service that sends each call whole, so that equal calls are two. */
  void addWhole(JsonObject whole) throws LlmException {
    JsonObject function = whole.object("function").orElse(whole);
    String name = function.string("name").orElse("");
    String text = function.get("arguments").map(CallFragments::text).orElse("");
    boolean isWhole = !name.isEmpty() && (text.isBlank() || parsed(text).isPresent());
    if (!isWhole || whole.string("id").filter(id -> !id.isEmpty()).isPresent()) {
      add(whole);
      return;
    }
    Call call = start();
    call.name = name;
    call.arguments.append(text);
    listener.toolCall(call.ownId, name);
  }

  private static String text(JsonValue arguments) {
    return switch (arguments) {
      case JsonString(String text) -> text;
      case JsonNull _ -> "";
      default -> JsonWriter.compact(arguments);
    };
  }

  private Call start() throws LlmException {
    if (calls.size() == MAX_CALLS) {
      throw LlmException.answer("the model calls more than " + MAX_CALLS + " tools at once");
    }
    Call call = new Call(ids.next());
    calls.add(call);
    return call;
  }

  private Optional<Call> find(String id, OptionalLong index, String name, String text) {
    Optional<Call> sameId =
        id.isEmpty() ? Optional.empty() : calls.stream().filter(it -> it.id.equals(id)).findFirst();
    if (sameId.isPresent()) {
      return sameId;
    }
    Optional<Call> candidate =
        index.isPresent()
            ? calls.reversed().stream().filter(it -> it.index.equals(index)).findFirst()
            : calls.isEmpty() ? Optional.empty() : Optional.of(calls.getLast());
    return candidate.filter(call -> continues(call, id, name, text));
  }

  /** Returns whether a fragment with an unknown id, or without one, can belong to this call. */
  private static boolean continues(Call call, String id, String name, String text) {
    if (name.isEmpty() || call.name.isEmpty()) {
      return true;
    }
    boolean isOther = !id.isEmpty() && !call.id.isEmpty();
    return !isOther
        && call.name.equals(name)
        && (!call.hasAllArguments() || call.arguments.toString().equals(text));
  }

  /**
   * Returns the calls. One that cannot be made says what is wrong with it, and stands under a name
   * that every service accepts.
   *
   * @param isCut whether the reply was cut off at the limit of output tokens
   */
  List<ChatCall> end(boolean isCut) {
    List<ChatCall> all = new ArrayList<>();
    for (Call call : calls) {
      if (!call.name.isEmpty() || !call.arguments.isEmpty()) {
        all.add(ended(call, isCut && call == calls.getLast()));
      }
    }
    return List.copyOf(all);
  }

  private ChatCall ended(Call call, boolean isCut) {
    if (call.name.isEmpty()) {
      listener.toolCall(call.ownId, UNNAMED);
      return malformed(call, UNNAMED, "the call names no tool");
    }
    if (!ChatTool.isName(call.name)) {
      return malformed(
          call,
          Cut.beginning(call.name.replaceAll("[^A-Za-z0-9_-]", "_"), MAX_NAME_CHARACTERS),
          "there is no tool " + PeerText.quote(call.name));
    }
    Optional<JsonObject> arguments = parsed(call.arguments.toString());
    if (arguments.isPresent()) {
      return new ChatCall(call.ownId, call.name, arguments.get());
    }
    return malformed(
        call,
        call.name,
        isCut
            ? "the call was cut off at the limit of output tokens (llm.max_output_tokens); make it"
                + " shorter"
            : "the arguments of %s are not a JSON object: %s"
                .formatted(PeerText.quote(call.name), PeerText.quote(call.arguments.toString())));
  }

  private static ChatCall malformed(Call call, String name, String why) {
    return new ChatCall(call.ownId, name, JsonObject.empty(), Optional.of(why));
  }

  /** Returns the arguments; some models call a tool without any by an empty text or by null. */
  private static Optional<JsonObject> parsed(String text) {
    if (text.isBlank()) {
      return Optional.of(JsonObject.empty());
    }
    try {
      return switch (JsonReader.file(text.getBytes(StandardCharsets.UTF_8))) {
        case JsonObject object -> Optional.of(object);
        case JsonNull _ -> Optional.of(JsonObject.empty());
        default -> Optional.empty();
      };
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
