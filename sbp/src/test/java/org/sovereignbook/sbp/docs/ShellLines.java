package org.sovereignbook.sbp.docs;

import java.util.ArrayList;
import java.util.List;

/**
 * The commands of a shell block, as far as documentation needs the shell: words, quotes, comments,
 * continued lines, {@code &&}, and {@code |} as a word of its command. Whatever else a block uses
 * is refused, not guessed.
 */
record ShellLines(List<List<String>> commands) {
  private static final String UNSUPPORTED = "`<>;*(){}";

  static ShellLines of(String block) {
    List<List<String>> commands = new ArrayList<>();
    for (String line : block.replace("\\\n", " ").lines().toList()) {
      List<String> words = words(line);
      int from = 0;
      for (int i = 0; i <= words.size(); i++) {
        if (i == words.size() || words.get(i).equals("&&")) {
          if (i > from) {
            commands.add(List.copyOf(words.subList(from, i)));
          }
          from = i + 1;
        }
      }
    }
    return new ShellLines(List.copyOf(commands));
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (char c : line.toCharArray()) {
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
        inWord = true;
      } else if (c == '#' && !inWord) {
        break;
      } else if (Character.isWhitespace(c)) {
        if (inWord) {
          words.add(word.toString());
        }
        word.setLength(0);
        inWord = false;
      } else if (UNSUPPORTED.indexOf(c) >= 0) {
        throw new IllegalArgumentException("this test does not understand " + c + " in: " + line);
      } else {
        word.append(c);
        inWord = true;
      }
    }
    if (quote != 0) {
      throw new IllegalArgumentException("an open quote in: " + line);
    }
    if (inWord) {
      words.add(word.toString());
    }
    return words;
  }
}
