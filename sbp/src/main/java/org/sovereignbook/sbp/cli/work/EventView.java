package org.sovereignbook.sbp.cli.work;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.StoredContent;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.UtcTime;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.society.events.EventStories;
import org.sovereignbook.sbp.society.events.EventStory;

/**
 * An event of the society as programs see it.
 *
 * @param event its authority is the id of the snapshot
 * @param intact whether its stored hash equals the hash of its other values
 */
@Shape.Def("event")
@Shape.Order("seq id at at_ms kind principal authority source subjects metadata hash intact")
record EventView(@Shape.Inline StoredEvent event, Timestamp at, boolean intact) {
  private static final int ID_CHARACTERS = 12;

  static EventView of(StoredEvent event) {
    return new EventView(event, Timestamp.ofMillis(event.atMs()), event.isIntact());
  }

  /** Returns the principal on whose behalf it happened. */
  String who(ScreenNames names) {
    return PeerText.plain(names.of(event.principal().text()));
  }

  /** Returns its subject and its text on one line. */
  String what(ScreenNames names) {
    String about =
        String.join(
            " ", event.subjects().stream().map(one -> about(names, one.toString())).toList());
    String said =
        event.metadata().members().isEmpty()
            ? ""
            : " " + names.within(JsonWriter.compact(event.metadata()));
    return PeerText.plain(about + said) + (intact ? "" : " " + Style.FAIL.on("changed!"));
  }

  /** Returns the line for a screen: when, what, for whom, about what. */
  String line(ScreenNames names) {
    return Style.QUIET.on(at.toString())
        + "  %-18s %s  %s".formatted(event.kind(), who(names), what(names));
  }

  private static String about(ScreenNames names, String subject) {
    String named = names.within(subject);
    int id = named.indexOf(':') + 1;
    return named.length() - id <= 2 * ID_CHARACTERS
        ? named
        : named.substring(0, id + ID_CHARACTERS) + "…";
  }

  /**
   * A text of an event, whole.
   *
   * @param content its {@code sha256} is of the text's UTF-8, and stays when the text is erased
   */
  @Shape.Def("event_text")
  @Shape.Order("id about field bytes sha256 intact erased text")
  record Text(@Shape.Inline StoredContent content, boolean intact) {
    static Text of(StoredContent content) {
      return new Text(content, content.isIntact());
    }
  }

  /**
   * An event with its sentence.
   *
   * @param sentence with names in place of ids
   * @param parts the sentence in parts, of which some name a subject or a principal
   * @param plumbing whether people rarely want to know of it
   */
  @Shape.Def("told_event")
  record Told(
      @Shape.Inline EventView view,
      String sentence,
      List<EventStory.Part> parts,
      boolean plumbing) {
    static Told of(EventStories stories, StoredEvent event) {
      EventStory story = stories.of(event);
      return new Told(EventView.of(event), story.sentence(), story.parts(), story.isPlumbing());
    }
  }

  record Whole(@Shape.Inline Told told, Optional<Authority> snapshot, List<Text> texts) {
    static Whole of(EventLog log, EventStories stories, StoredEvent event) {
      return new Whole(
          Told.of(stories, event),
          log.tx().authority(event.authority()),
          log.contents(event).stream().map(Text::of).toList());
    }

    void print(Output output, Timestamp now, ScreenNames names) {
      EventView view = told.view();
      StoredEvent event = view.event();
      output.line(told.sentence());
      output.line("event      " + PeerText.plain(event.id()) + "  (number " + event.seq() + ")");
      output.line("kind       " + event.kind());
      output.line("at         " + view.at() + ", " + Wording.ago(view.at(), now));
      output.line("for        " + view.who(names) + limits());
      event.source().ifPresent(source -> output.line("because of " + PeerText.plain(source)));
      event
          .subjects()
          .forEach(
              one -> output.line("about      " + PeerText.plain(names.within(one.toString()))));
      if (!event.metadata().members().isEmpty()) {
        output.line(
            "says       " + PeerText.plain(names.within(JsonWriter.compact(event.metadata()))));
      }
      output.line("hash       " + event.hash() + "  " + integrity(view.intact()));
      for (Text each : texts) {
        StoredContent text = each.content();
        output.line("");
        output.line(
            Style.HEADING.on(PeerText.plain(text.about() + " " + text.field()))
                + "  %s, %s".formatted(Wording.size(text.bytes()), text.sha256())
                + "  "
                + text.erasedAt()
                    .map(at -> "erased " + UtcTime.text(at))
                    .orElseGet(() -> integrity(each.intact())));
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
