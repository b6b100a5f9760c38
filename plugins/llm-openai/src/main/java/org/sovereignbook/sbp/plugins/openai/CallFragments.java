package org.sovereignbook.sbp.plugins.openai;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatListener;
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
      return parsed(arguments.toString()).isPresent();
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

  /** Adds a call that came whole. */
  void addWhole(String name, JsonObject arguments) throws LlmException {
    Call call = start();
    call.name = name;
    call.arguments.append(JsonWriter.compact(arguments));
    listener.toolCall(call.ownId, name);
  }

  private static String text(JsonValue arguments) {
    return switch (arguments) {
      case JsonString(String text) -> text;
      case JsonObject whole -> JsonWriter.compact(whole);
      default -> "";
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
   * Returns the calls.
   *
   * @throws LlmException when one has no name, or its arguments are not an object
   */
  List<ChatCall> end() throws LlmException {
    List<ChatCall> all = new ArrayList<>();
    for (Call call : calls) {
      if (!call.name.isEmpty()) {
        all.add(new ChatCall(call.ownId, call.name, arguments(call)));
      } else if (!call.arguments.isEmpty()) {
        throw LlmException.answer("the model calls a tool without a name");
      }
    }
    return List.copyOf(all);
  }

  private static JsonObject arguments(Call call) throws LlmException {
    String text = call.arguments.toString();
    // Some models call a tool without arguments by an empty text.
    return text.isBlank()
        ? JsonObject.empty()
        : parsed(text)
            .orElseThrow(
                () ->
                    LlmException.answer(
                        "the arguments of %s are not a JSON object: %s"
                            .formatted(PeerText.quote(call.name), PeerText.quote(text))));
  }

  private static Optional<JsonObject> parsed(String text) {
    try {
      return JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject object
          ? Optional.of(object)
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
