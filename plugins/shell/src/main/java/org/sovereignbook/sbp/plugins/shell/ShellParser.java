package org.sovereignbook.sbp.plugins.shell;

import java.util.ArrayList;
import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/** A parser for JLine: finds the words, the one to complete, and whether a line is finished. */
record ShellParser(String home) implements Parser {
  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    if (context == ParseContext.ACCEPT_LINE && ShellWords.isUnfinished(line)) {
      throw new EOFError(-1, line.length(), "the line goes on");
    }
    String typed = line.substring(0, cursor);
    List<String> words = new ArrayList<>();
    int start = cursor;
    for (ShellWords.Token token : ShellWords.soFar(typed, home)) {
      switch (token) {
        case ShellWords.Token.Separator _ -> words.clear();
        case ShellWords.Token.Word word when word.end() == cursor -> {
          words.add(word.text());
          start = word.start();
        }
        case ShellWords.Token.Word word -> words.add(word.text());
      }
    }
    if (start == cursor) {
      words.add("");
    }
    return new Line(line, cursor, List.copyOf(words), cursor - start);
  }

  /** The words of the command at the cursor; the last one is being typed. */
  private record Line(String line, int cursor, List<String> words, int rawWordLength)
      implements CompletingParsedLine {

    @Override
    public String word() {
      return words.getLast();
    }

    @Override
    public int wordCursor() {
      return word().length();
    }

    @Override
    public int wordIndex() {
      return words.size() - 1;
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
      return ShellWords.quoted(candidate.toString());
    }

    @Override
    public int rawWordCursor() {
      return rawWordLength;
    }
  }
}
