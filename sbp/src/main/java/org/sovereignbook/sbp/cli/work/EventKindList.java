package org.sovereignbook.sbp.cli.work;

import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.authority.ledger.EventSentence;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.society.events.SocietyEvents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sbp event kinds}: the kinds of events that the program and its features write. */
@Command(name = "kinds", description = "the kinds of events, each with its sentence")
@Example("sbp event kinds")
@Prints(EventKindList.Kinds.class)
final class EventKindList extends NodeCommand {
  @Mixin PageOptions page = PageOptions.whole(1_000);

  /**
   * A kind of event.
   *
   * @param sentence with words in braces that each event fills in
   * @param plumbing whether people rarely want to know of it
   */
  @Shape.Def("event_kind")
  record Kind(String kind, String sentence, boolean plumbing) {
    static Kind of(Map.Entry<String, EventSentence> entry) {
      EventSentence sentence = entry.getValue();
      return new Kind(entry.getKey(), sentence.forms().getFirst(), sentence.isPlumbing());
    }
  }

  record Kinds(List<Kind> kinds, @Shape.Inline Page.End end) {}

  @Override
  public ExitCode run(Session session) {
    Page<Kind> kinds =
        page.of(
            SocietyEvents.sentences(Features.on(session.node())).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(Kind::of),
            Kind::kind);
    Table table = Table.of("KIND", "SENTENCE").whole("KIND");
    kinds.items().forEach(one -> table.row(one.kind(), one.sentence()));
    Output output = session.output();
    return output.list(new Kinds(kinds.items(), kinds.end()), kinds.end(), table, "no kinds");
  }
}
