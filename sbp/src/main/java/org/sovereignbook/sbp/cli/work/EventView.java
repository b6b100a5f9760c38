package org.sovereignbook.sbp.cli.work;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.StoredContent;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;

/**
 * An event of the society as programs see it.
 *
 * @param authority the id of the snapshot
 * @param intact whether its stored hash equals the hash of its other values
 */
@Shape.Def("event")
record EventView(
    long seq,
    String id,
    Timestamp at,
    long atMs,
    String kind,
    Principal principal,
    String authority,
    Optional<String> source,
    List<Subject> subjects,
    JsonObject metadata,
    String hash,
    boolean intact) {
  private static final int ID_CHARACTERS = 12;

  static EventView of(StoredEvent event) {
    return new EventView(
        event.seq(),
        event.id(),
        Timestamp.ofMillis(event.atMs()),
        event.atMs(),
        event.kind(),
        event.principal(),
        event.authority(),
        event.source(),
        event.subjects(),
        event.metadata(),
        event.hash(),
        event.isIntact());
  }

  /** Returns the principal on whose behalf it happened. */
  String who(ScreenNames names) {
    return PeerText.plain(names.of(principal.text()));
  }

  /** Returns its subject and its text on one line. */
  String what() {
    String about =
        String.join(
            " ", subjects.stream().map(one -> one.kind() + ":" + shortened(one.id())).toList());
    String said = metadata.members().isEmpty() ? "" : " " + JsonWriter.compact(metadata);
    return PeerText.plain(about + said) + (intact ? "" : " " + Style.FAIL.on("changed!"));
  }

  /** Returns the line for a screen: when, what, for whom, about what. */
  String line(ScreenNames names) {
    return Style.QUIET.on(at.toString()) + "  %-18s %s  %s".formatted(kind, who(names), what());
  }

  private static String shortened(String id) {
    return id.length() <= 2 * ID_CHARACTERS ? id : id.substring(0, ID_CHARACTERS) + "…";
  }

  /**
   * A text of an event, whole.
   *
   * @param sha256 of the text's UTF-8; stays when the text is erased
   */
  @Shape.Def("event_text")
  record Text(
      String id,
      Subject about,
      String field,
      long bytes,
      String sha256,
      boolean intact,
      Optional<Timestamp> erased,
      Optional<String> text) {
    static Text of(StoredContent content) {
      return new Text(
          content.id(),
          content.about(),
          content.field(),
          content.bytes(),
          content.sha256(),
          content.isIntact(),
          content.erasedMs().map(Timestamp::ofMillis),
          content.text());
    }
  }

  record Whole(@Shape.Inline EventView event, Optional<Authority> snapshot, List<Text> texts) {
    static Whole of(EventLog log, StoredEvent event) {
      return new Whole(
          EventView.of(event),
          log.tx().authority(event.authority()),
          log.contents(event).stream().map(Text::of).toList());
    }

    void print(Output output, Timestamp now) {
      output.line("event      " + PeerText.plain(event.id()) + "  (number " + event.seq() + ")");
      output.line("kind       " + event.kind());
      output.line("at         " + event.at() + ", " + Wording.ago(event.at(), now));
      output.line("for        " + event.principal() + limits());
      event.source().ifPresent(source -> output.line("because of " + PeerText.plain(source)));
      event.subjects().forEach(one -> output.line("about      " + PeerText.plain(one.toString())));
      if (!event.metadata().members().isEmpty()) {
        output.line("says       " + PeerText.plain(JsonWriter.compact(event.metadata())));
      }
      output.line("hash       " + event.hash() + "  " + integrity(event.intact()));
      for (Text text : texts) {
        output.line("");
        output.line(
            Style.HEADING.on(PeerText.plain(text.about() + " " + text.field()))
                + "  %d bytes, %s".formatted(text.bytes(), text.sha256())
                + "  "
                + text.erased()
                    .map(at -> "erased " + at)
                    .orElseGet(() -> integrity(text.intact())));
        text.text().ifPresent(body -> output.prose("  ", body));
      }
    }

    private String limits() {
      return snapshot
          .map(
              one ->
                  " by "
                      + one.channel()
                      + (one.limits().members().isEmpty()
                          ? ""
                          : ", with " + PeerText.plain(Access.words(one))))
          .orElse(", and what that meant then is lost");
    }

    private static String integrity(boolean isIntact) {
      return isIntact ? Style.PASS.on("intact") : Style.FAIL.on("changed since: do not rely on it");
    }
  }
}
