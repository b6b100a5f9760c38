package org.sovereignbook.sbp.runtime.builtin;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.node.PeerText;

/** Answer to a question about what was said before in the same conversation. */
final class EarlierWords {
  static final String EXAMPLE = "what did we say about tides?";

  private static final Pattern QUESTION =
      Pattern.compile(
          "\\bwhat (?:did|have|had) (?:we|you|i) (?:say|said|write|written|decide|decided)\\s+"
              + "(?:about|on) (?<subject>[^?!.,]{1,60})",
          Pattern.CASE_INSENSITIVE);

  private static final int MOST = 8;
  private static final int LINE_CHARACTERS = 200;

  private EarlierWords() {}

  /** Returns the earlier lines with the subject; empty for another question, or without any. */
  static Optional<String> about(String question, List<ChatMessage> messages) {
    Matcher found = QUESTION.matcher(question);
    if (!found.find()) {
      return Optional.empty();
    }
    String subject = found.group("subject").strip().toLowerCase(Locale.ROOT);
    List<String> lines = new ArrayList<>();
    for (ChatMessage message : messages.subList(0, messages.size() - 1)) {
      switch (message) {
        case ChatMessage.User said when !said.isBeside() && !QUESTION.matcher(said.text()).find() ->
            add(lines, "you", said.text(), subject);
        case ChatMessage.Assistant(String text, var _) -> add(lines, "I", text, subject);
        case ChatMessage.User _, ChatMessage.ToolResult _ -> {
          // Neither an earlier question of this kind nor a result of a tool was said by us.
        }
      }
    }
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "In this conversation:\n\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - MOST), lines.size())));
  }

  private static void add(List<String> lines, String who, String text, String subject) {
    text.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).contains(subject))
        .map(line -> "- " + who + ": " + Cut.within(PeerText.plain(line.strip()), LINE_CHARACTERS))
        .forEach(lines::add);
  }
}
