package org.sovereignbook.sbp.plugins.channels;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.plugins.channels.work.Account;
import org.sovereignbook.sbp.plugins.channels.work.Accounts;
import picocli.CommandLine.Mixin;

/** List of the channels of a node. */
abstract class ChannelListing extends NodeCommand {
  @Mixin PageOptions page = PageOptions.whole(100);

  /**
   * A channel.
   *
   * @param owner the owner's address on it
   * @param lastIn when a message came last
   * @param lastOut when a server accepted a message last
   * @param failingSince since when no attempt has succeeded
   */
  @Shape.Def("channel")
  record View(
      String name,
      String kind,
      String owner,
      boolean alarms,
      boolean digest,
      Optional<Instant> lastIn,
      Optional<Instant> lastOut,
      long queued,
      long failed,
      Optional<String> error,
      Optional<Instant> failingSince,
      Optional<String> unheard) {
    static View of(Transaction tx, Account one) {
      return new View(
          one.name(),
          one.adapter(),
          one.ownerAddress(),
          one.alarms(),
          one.digest(),
          one.inAt(),
          one.outAt(),
          count(tx, one, "queued"),
          count(tx, one, "failed"),
          one.error(),
          one.failingAt(),
          unheard(tx, one));
    }

    /** Returns why the newest message that bears the owner's address reached nobody. */
    private static Optional<String> unheard(Transaction tx, Account one) {
      return tx.first(
              "SELECT state, why FROM channel_seen WHERE channel = ? AND LOWER(sender) = LOWER(?)"
                  + " ORDER BY at_ms DESC LIMIT 1",
              row -> row.text(1).equals("denied") ? row.text(2) : "",
              one.name(),
              one.ownerAddress())
          .filter(why -> !why.isEmpty());
    }

    /** Returns what the node itself sends by it. */
    String sends() {
      String daily = digest ? "digest" : "";
      return alarms ? (daily + " alarms").strip() : daily;
    }

    private static long count(Transaction tx, Account one, String state) {
      return tx.number(
          "SELECT COUNT(*) FROM channel_outbox WHERE channel = ? AND state = ? AND created_ms >= ?",
          one.name(),
          state,
          one.createdAt().toEpochMilli());
    }
  }

  /** Channels, the oldest first. */
  record Listed(List<View> channels, @Shape.Inline Page.End end) {}

  @Override
  public ExitCode run(Session session) {
    List<View> all =
        session.ofSociety(
            session.node(),
            List.of(),
            ledger ->
                ledger.read(
                    tx -> new Accounts(tx).all().stream().map(one -> View.of(tx, one)).toList()));
    Page<View> found = page.of(all.stream(), View::name);
    Output output = session.output();
    Table table =
        Table.of("NAME", "KIND", "TO", "SENDS", "LAST IN", "LAST OUT", "WAIT", "FAILED", "ERROR")
            .whole("NAME");
    for (View one : found.items()) {
      table.row(
          one.name(),
          one.kind(),
          PeerText.plain(one.owner()),
          one.sends(),
          Wording.age(one.lastIn().map(Timestamp::new), session.now()),
          Wording.age(one.lastOut().map(Timestamp::new), session.now()),
          one.queued(),
          one.failed(),
          PeerText.plain(one.error().orElse("")));
    }
    output.table(table, "no channels; add one:  sbp channel add email");
    for (View one : found.items()) {
      one.unheard()
          .ifPresent(
              why ->
                  output.line(
                      "%s: the last message from your address reached nobody: %s"
                          .formatted(one.name(), PeerText.plain(why))));
    }
    found.end().print(output);
    return output.list(new Listed(found.items(), found.end()));
  }
}
