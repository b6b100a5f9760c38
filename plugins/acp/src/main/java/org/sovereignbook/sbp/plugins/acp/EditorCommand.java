package org.sovereignbook.sbp.plugins.acp;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Command that a person types in an editor's conversation. */
enum EditorCommand {
  COMPACT("replace older turns by a summary; they stay readable", ""),
  FORK("make another session that begins at this point, or at a turn", "TURN"),
  SESSIONS("list the sessions of this node", "");

  private final String meaning;
  private final String hint;

  EditorCommand(String meaning, String hint) {
    this.meaning = meaning;
    this.hint = hint;
  }

  /** Command with the words behind it. */
  record Typed(EditorCommand command, List<String> words) {}

  /** Returns the command in a message; empty for one to the agent. */
  static Optional<Typed> of(String text) {
    List<String> words = List.of(text.strip().split("\\s+", -1));
    return Arrays.stream(values())
        .filter(each -> words.getFirst().equals("/" + each.word()))
        .findFirst()
        .map(command -> new Typed(command, words.subList(1, words.size())));
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the list for editors. */
  static JsonArray all() {
    return JsonArray.of(Arrays.stream(values()).map(EditorCommand::json).toList());
  }

  private JsonObject json() {
    JsonObject json = JsonObject.builder().put("name", word()).put("description", meaning).build();
    return hint.isEmpty() ? json : json.with("input", JsonObject.empty().with("hint", hint));
  }
}
