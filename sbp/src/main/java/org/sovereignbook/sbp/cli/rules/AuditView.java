package org.sovereignbook.sbp.cli.rules;

import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.AuditEntry;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;

/**
 * A decision as programs see it.
 *
 * @param link its position in its hash chain; absent in rows older than the chains
 */
@Shape.Def("decision")
record AuditView(
    long seq, Timestamp at, Optional<AuditEntry.Link> link, @Shape.Inline AuditEntry.Said said) {

  static AuditView of(AuditEntry entry) {
    return new AuditView(
        entry.seq(), Timestamp.ofMillis(entry.said().atMs()), entry.link(), entry.said());
  }

  /** Returns the principal on whose behalf the call was made. */
  String who(ScreenNames names) {
    return PeerText.plain(names.of(said.principal()));
  }

  String reason(ScreenNames names) {
    return PeerText.plain(names.within(said.reason()));
  }

  String decision() {
    return switch (said.decision()) {
      case AuditRow.ALLOW -> Style.PASS.on(AuditRow.ALLOW);
      case AuditRow.DENY -> Style.FAIL.on(AuditRow.DENY);
      default -> PeerText.plain(said.decision());
    };
  }

  /**
   * One decision with its basis.
   *
   * @param snapshot the authority of its cause
   * @param detail the matched policies and their effects
   */
  record Whole(
      @Shape.Inline AuditView decision, Optional<Authority> snapshot, Optional<JsonObject> detail) {

    void print(Output output, ScreenNames names, Timestamp now) {
      AuditEntry.Said said = decision.said();
      output.line("decision   " + decision.decision() + "  (number " + decision.seq() + ")");
      output.line("reason     " + decision.reason(names));
      output.line("tool       " + PeerText.plain(said.tool()));
      output.line("for        " + decision.who(names) + " by " + PeerText.plain(said.channel()));
      output.line("at         " + decision.at() + ", " + Wording.ago(decision.at(), now));
      said.eventId().ifPresent(event -> output.line("event      " + PeerText.plain(event)));
      said.grantId().ifPresent(grant -> output.line("grant      " + PeerText.plain(grant)));
      said.tookUs().ifPresent(micros -> output.line("took       " + micros + " µs"));
      output.line("arguments  " + PeerText.plain(said.argumentsSha256()) + " (SHA-256)");
      decision
          .link()
          .ifPresent(
              link ->
                  output.line(
                      "chain      %s:%d:%d %s"
                          .formatted(
                              PeerText.plain(link.trail()),
                              link.lane(),
                              link.number(),
                              PeerText.plain(link.hash()))));
      snapshot
          .filter(one -> !one.limits().members().isEmpty())
          .ifPresent(one -> output.line("may cause  " + PeerText.plain(Access.words(one))));
      detail.ifPresent(
          one -> {
            output.line("");
            one.members()
                .forEach(
                    (name, value) ->
                        output.line("%-20s %s".formatted(name, PeerText.plain(words(value)))));
          });
    }

    private static String words(JsonValue value) {
      return switch (value) {
        case JsonString text -> text.value();
        case JsonArray list when list.strings().isPresent() ->
            String.join(", ", list.strings().get());
        default -> JsonWriter.compact(value);
      };
    }
  }
}
