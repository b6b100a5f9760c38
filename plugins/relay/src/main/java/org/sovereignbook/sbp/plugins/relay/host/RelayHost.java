package org.sovereignbook.sbp.plugins.relay.host;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SpokenTime;
import org.sovereignbook.sbp.frontend.command.WideningCommand;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.plugins.relay.wire.RelaySettings;
import org.sovereignbook.sbp.store.Peer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp relay host}: lets a node become a guest. */
@Command(
    name = "host",
    description = "hold the post of a node that nobody can reach",
    footer = {
      "Without a node it makes an invitation: a word that is good for one node and seven days,"
          + " shown once.",
      "A relay reads what passes through it: messages are signed, not sealed."
    })
@Example("sbp relay host --days 14 --megabytes 50")
@Prints(RelayHost.Hosted.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "it is a guest with the same terms")
@Exit(code = ExitCode.NOT_FOUND, means = "no peer is called that")
@ForOwner
public final class RelayHost extends WideningCommand<RelayHost.Hosted> {
  @Parameters(
      arity = "0..1",
      paramLabel = "KEY|PEER",
      description = "a key, or a peer: " + PeerFinder.PEER)
  Optional<String> whom = Optional.empty();

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "of silence, after which its post is refused (relay.days)")
  @Range.Of(min = 1, max = RelaySettings.MAX_DAYS)
  Optional<Integer> days = Optional.empty();

  @Option(
      names = "--megabytes",
      paramLabel = "N",
      description = "that it may take up here (relay.megabytes)")
  @Range.Of(min = 1, max = RelaySettings.MAX_MEGABYTES)
  Optional<Integer> megabytes = Optional.empty();

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "when its address ends, such as 2027-01-31, Friday, or from now on: 30d")
  Optional<String> until = Optional.empty();

  private Optional<Instant> end = Optional.empty();
  private Optional<PublicKey> key = Optional.empty();
  private String name = "";

  /**
   * Terms, or an invitation, that were given.
   *
   * @param key of the guest; empty for an invitation
   * @param address the guest's endpoint here
   * @param token of the invitation, never shown again
   * @param changed whether anything has changed
   */
  public record Hosted(
      Optional<PublicKey> key,
      Optional<String> address,
      Optional<String> token,
      int days,
      int megabytes,
      Optional<Instant> untilAt,
      Optional<Instant> expiresAt,
      boolean changed) {
    @Override
    public String toString() {
      return "Hosted[" + address + "]";
    }
  }

  @Override
  protected void prepare(Session session) {
    end =
        until.map(
            given ->
                SpokenTime.time(
                    "--until", given, session.localTime(session.node()), SpokenTime.Side.FUTURE));
    if (whom.isEmpty()) {
      return;
    }
    key = PeerFinder.key(whom.get());
    if (key.isEmpty()) {
      Peer peer = PeerFinder.find(session.peers(session.node()), whom.get());
      key = Optional.of(peer.publicKey());
      name = peer.name();
    }
    if (key.get().equals(session.node().identity().publicKey())) {
      throw CliException.wrong("this is the node's own key");
    }
  }

  @Override
  protected Hosted work(Transaction tx, Caller caller) {
    GuestTable.Terms terms =
        new GuestTable.Terms(
            days.orElseGet(() -> tx.config().get(RelaySettings.DAYS)),
            megabytes.orElseGet(() -> tx.config().get(RelaySettings.MEGABYTES)),
            end);
    GuestTable guests = new GuestTable(tx);
    if (key.isEmpty()) {
      String token = guests.invite(terms, caller.authority());
      Instant expires = tx.now().plus(GuestTable.INVITATION);
      return hosted(terms, Optional.empty(), Optional.of(token), Optional.of(expires), true);
    }
    guests
        .successor(key.get())
        .ifPresent(
            one -> {
              throw CliException.wrong(
                  "this key was succeeded by " + one.publicKey(),
                  "sbp relay host " + one.publicKey());
            });
    boolean changed = guests.host(key.get(), name, terms, caller.authority());
    String address =
        guests.of(key.get()).orElseThrow().address(tx.node().identity().endpoint()).toString();
    return hosted(terms, Optional.of(address), Optional.empty(), Optional.empty(), changed);
  }

  private Hosted hosted(
      GuestTable.Terms terms,
      Optional<String> address,
      Optional<String> token,
      Optional<Instant> expires,
      boolean changed) {
    return new Hosted(
        key, address, token, terms.days(), terms.megabytes(), terms.until(), expires, changed);
  }

  @Override
  protected ExitCode show(Output output, Hosted hosted) {
    try (Ledger ledger = session().ledger(session().node())) {
      HostUpkeep.renew(ledger);
    }
    String endpoint = session().node().identity().endpoint().toString();
    if (hosted.token().isPresent()) {
      output.line(hosted.token().get());
      output.note("good for one node within 7 days; shown only now. Its owner types:");
      output.note("  sbp plugin on relay");
      output.note("  sbp relay join " + endpoint + " --token " + hosted.token().get());
    } else {
      output.line("its address: " + hosted.address().orElse(""));
      output.note("its owner types:  sbp plugin on relay && sbp relay join " + endpoint);
    }
    return output.done(hosted, hosted.changed());
  }
}
