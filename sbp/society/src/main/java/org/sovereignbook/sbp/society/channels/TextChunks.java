package org.sovereignbook.sbp.society.channels;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Division of a Markdown text into chunks of a limited size: between blocks where possible, else
 * between sentences, else between words, else within a word. A fenced block is kept whole; one that
 * is larger than a chunk is divided between its lines, with its fence around each part, so that no
 * chunk ends within a fence.
 */
public final class TextChunks {
  /** Least size of a chunk in bytes, so that fences fit. */
  static final int MIN_BYTES = 64;

  private static final Pattern FENCE = Pattern.compile("[ \\t]*(?<marks>`{3,}|~{3,})(?<info>.*)");
  private static final Pattern SENTENCE = Pattern.compile("(?<=[.!?…][\"')\\]]?)\\s+");
  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final int MAX_INFO_CHARACTERS = 16;
  private static final int LEAST_ROOM_BYTES = 8;

  /**
   * Block of a text.
   *
   * @param apart whether an empty line stands before it
   */
  private record Block(String text, boolean apart, boolean isFenced) {}

  private final int maxBytes;
  private final List<String> chunks = new ArrayList<>();
  private String open = "";

  private TextChunks(int maxBytes) {
    if (maxBytes < MIN_BYTES) {
      throw new IllegalArgumentException("a chunk has at least " + MIN_BYTES + " bytes");
    }
    this.maxBytes = maxBytes;
  }

  /** Returns the chunks of a text in order; a short text is one chunk. */
  public static List<String> of(String text, int maxBytes) {
    TextChunks chunks = new TextChunks(maxBytes);
    for (Block block : blocks(text)) {
      chunks.add(block);
    }
    chunks.close();
    return List.copyOf(chunks.chunks);
  }

  private void add(Block block) {
    if (fits(block.text(), block.apart() ? "\n\n" : "\n")) {
      return;
    }
    close();
    if (fits(block.text(), "")) {
      return;
    }
    if (block.isFenced()) {
      addFenced(block.text());
    } else {
      addSentences(block.text());
    }
  }

  /** Appends to the open chunk when there is room. */
  private boolean fits(String text, String separator) {
    String joined = open.isEmpty() ? text : open + separator + text;
    if (bytes(joined) > maxBytes) {
      return false;
    }
    open = joined;
    return true;
  }

  private void close() {
    if (!open.isBlank()) {
      chunks.add(open);
    }
    open = "";
  }

  private void addSentences(String text) {
    for (String sentence : SENTENCE.split(text, -1)) {
      if (!fits(sentence, " ")) {
        close();
        if (!fits(sentence, "")) {
          addWords(sentence);
        }
      }
    }
  }

  private void addWords(String text) {
    for (String word : SPACE.split(text, -1)) {
      if (!fits(word, " ")) {
        close();
        for (String part : pieces(word, maxBytes)) {
          if (!fits(part, "")) {
            close();
            open = part;
          }
        }
      }
    }
  }

  private void addFenced(String text) {
    List<String> lines = text.lines().toList();
    Matcher fence = FENCE.matcher(lines.getFirst());
    boolean isKnown = fence.matches();
    String marks = isKnown ? fence.group("marks") : "```";
    String info = isKnown ? fence.group("info").strip() : "";
    String begin = marks + (info.length() > MAX_INFO_CHARACTERS ? "" : info) + "\n";
    String end = marks;
    int room = maxBytes - bytes(begin) - bytes(end);
    if (room < LEAST_ROOM_BYTES) {
      // Fences longer than a chunk are no fences to anybody.
      addSentences(text);
      return;
    }
    StringBuilder body = new StringBuilder();
    for (String line : lines.subList(1, lines.size() - 1)) {
      for (String part : pieces(line, room - 1)) {
        if (bytes(body + part) + 1 > room) {
          chunks.add(begin + body + end);
          body.setLength(0);
        }
        body.append(part).append('\n');
      }
    }
    open = body.isEmpty() ? "" : begin + body + end;
  }

  /** Cuts between characters; an empty text is one piece. */
  private static List<String> pieces(String text, int most) {
    List<String> pieces = new ArrayList<>();
    StringBuilder piece = new StringBuilder();
    int size = 0;
    for (int at = 0; at < text.length(); ) {
      int character = text.codePointAt(at);
      String one = Character.toString(character);
      if (size + bytes(one) > most) {
        pieces.add(piece.toString());
        piece.setLength(0);
        size = 0;
      }
      piece.append(one);
      size += bytes(one);
      at += one.length();
    }
    pieces.add(piece.toString());
    return pieces;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Divides a text into its blocks; a fence without an end gets one. */
  private static List<Block> blocks(String text) {
    List<Block> blocks = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    String fence = "";
    boolean apart = false;
    for (String line : text.lines().toList()) {
      if (!fence.isEmpty()) {
        lines.add(line);
        if (closes(line, fence)) {
          blocks.add(new Block(String.join("\n", lines), apart, true));
          lines.clear();
          fence = "";
          apart = false;
        }
      } else if (line.isBlank()) {
        ends(lines, apart, blocks);
        apart = true;
      } else {
        String opened = opened(line);
        if (!opened.isEmpty()) {
          boolean after = !lines.isEmpty();
          ends(lines, apart, blocks);
          apart = apart && !after;
          fence = opened;
        }
        lines.add(line);
      }
    }
    if (!fence.isEmpty()) {
      lines.add(fence);
      blocks.add(new Block(String.join("\n", lines), apart, true));
    } else {
      ends(lines, apart, blocks);
    }
    return blocks;
  }

  private static void ends(List<String> lines, boolean apart, List<Block> blocks) {
    if (!lines.isEmpty()) {
      blocks.add(new Block(String.join("\n", lines), apart, false));
      lines.clear();
    }
  }

  /** Returns the marks with which a line opens a fence; empty when it opens none. */
  private static String opened(String line) {
    Matcher fence = FENCE.matcher(line);
    boolean opens =
        fence.matches()
            && !(fence.group("marks").startsWith("`") && fence.group("info").contains("`"));
    return opens ? fence.group("marks") : "";
  }

  private static boolean closes(String line, String fence) {
    String marks = line.strip();
    return marks.length() >= fence.length()
        && marks.chars().allMatch(each -> each == fence.charAt(0));
  }
}
