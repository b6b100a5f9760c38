package org.sovereignbook.sbp.peer.author;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Rejection;

/**
 * A Markdown file that the operator wrote for publication.
 *
 * @param file the file's name, for messages
 * @param title from the front matter, else the first heading, else the file's name
 * @param body without front matter and without the heading that became the title
 * @param inReplyTo a content hash or the exact title of a received piece
 */
public record Draft(
    String file, String title, String body, List<String> tags, Optional<String> inReplyTo) {
  private static final Pattern HEADING =
      Pattern.compile(" {0,3}#{1,6}[ \\t]+(.*?)(?:[ \\t]+#+)?[ \\t]*");
  private static final Pattern CODE_FENCE = Pattern.compile(" {0,3}(```|~~~).*");
  private static final Pattern NUMBERING = Pattern.compile("^[0-9]+[-_ .]+(?=.)");

  /** A draft cannot be read; the message names the file, the line and what to write instead. */
  public static final class DraftException extends Exception {
    private static final long serialVersionUID = 1;

    DraftException(String file, int line, String message) {
      super(file + ", line " + line + ": " + message);
    }

    DraftException(String file, String message) {
      super(file + ": " + message);
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  public Draft {
    tags = List.copyOf(tags);
  }

  /**
   * Reads a draft.
   *
   * @throws DraftException that names the file and line when the front matter is not understood
   */
  public static Draft parse(String file, String text) throws DraftException {
    List<String> lines =
        text.startsWith("\uFEFF") ? text.substring(1).lines().toList() : text.lines().toList();
    FrontMatter front = FrontMatter.parse(file, lines);
    List<String> body = new ArrayList<>(lines.subList(front.lines(), lines.size()));
    String title = front.title().or(() -> takeHeading(body)).orElseGet(() -> titleFromName(file));
    String joined = String.join("\n", body).strip();
    return new Draft(
        file, title, joined.isEmpty() ? "" : joined + "\n", front.tags(), front.inReplyTo());
  }

  /**
   * Returns the piece to publish.
   *
   * @throws DraftException when it breaks a limit of PROTOCOL §5.2
   */
  public Piece toPiece(Optional<ContentHash> reply) throws DraftException {
    return switch (Piece.of(title, body, tags, reply)) {
      case Checked.Valid<Piece>(Piece piece) -> piece;
      case Checked.Rejected<Piece>(Rejection why) -> throw new DraftException(file, why.message());
    };
  }

  /** Removes the first heading outside code and returns its text. */
  private static Optional<String> takeHeading(List<String> body) {
    Optional<String> openFence = Optional.empty();
    for (int i = 0; i < body.size(); i++) {
      Matcher fence = CODE_FENCE.matcher(body.get(i));
      Matcher heading = HEADING.matcher(body.get(i));
      if (fence.matches()) {
        String mark = fence.group(1);
        openFence =
            openFence.isEmpty() ? Optional.of(mark) : openFence.filter(open -> !open.equals(mark));
      } else if (openFence.isEmpty() && heading.matches() && !heading.group(1).isBlank()) {
        body.remove(i);
        return Optional.of(heading.group(1).strip());
      }
    }
    return Optional.empty();
  }

  private static String titleFromName(String file) {
    String stem = file.replaceFirst("\\.[A-Za-z]+$", "");
    String words = NUMBERING.matcher(stem).replaceFirst("").replaceAll("[-_]+", " ").strip();
    return words.isEmpty() ? stem : words;
  }
}
