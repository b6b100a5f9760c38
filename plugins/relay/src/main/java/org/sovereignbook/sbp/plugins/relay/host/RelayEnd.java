package org.sovereignbook.sbp.plugins.relay.host;

import java.util.List;
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
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp relay end}: a guest has no address here any more. */
@Command(
    name = "end",
    description = "end the address of a guest",
    footer = "What waits for it is lost with it, so it is refused while anything does.")
@Example("sbp relay end Ada")
@Prints(RelayEnd.Ended.class)
@Exit(code = ExitCode.NOT_FOUND, means = "no guest is called that")
@Exit(code = ExitCode.REFUSED, means = "messages wait for it, and --force is not given")
@ForOwner
public final class RelayEnd extends SocietyCommand<RelayEnd.Ended> {
  @Parameters(
      paramLabel = "KEY|PEER",
      description = "its key, or the beginning, as sbp relay list shows it; or its name")
  String whom = "";

  @Option(names = "--force", description = "also while messages wait for it")
  boolean force;

  /**
   * A guest that was ended.
   *
   * @param lost messages that waited for it
   */
  public record Ended(PublicKey key, int lost) {}

  @Override
  protected void prepare(Session session) {
    if (whom.isBlank()) {
      throw CliException.wrong("name the guest", "sbp relay list");
    }
  }

  @Override
  protected Ended work(Transaction tx, Caller caller) {
    GuestTable guests = new GuestTable(tx);
    Guest guest = named(guests);
    if (guest.waiting() > 0 && !force) {
      throw CliException.refused(
          Wording.counted(guest.waiting(), "message")
              + " of others, which they were told are safe, wait for it",
          "tell its owner to fetch them, or lose them:  sbp relay end "
              + guest.publicKey()
              + " --force");
    }
    boolean _ = guests.end(guest, caller.authority());
    return new Ended(guest.publicKey(), guest.waiting());
  }

  /** Finds the guest: by its whole key or fingerprint, else by the only one that this can mean. */
  private Guest named(GuestTable guests) {
    Optional<Guest> whole =
        PeerFinder.key(whom).flatMap(guests::of).or(() -> guests.find(Guest.word(whom)));
    if (whole.isPresent()) {
      return whole.get();
    }
    Abbreviation beginning = new Abbreviation(whom);
    List<Guest> meant =
        guests.all().stream()
            .filter(
                one ->
                    beginning.begins(one.publicKey().toString())
                        || beginning.begins(one.id())
                        || one.name().equals(whom))
            .toList();
    if (meant.size() != 1) {
      throw CliException.notFound(
          (meant.isEmpty() ? "no guest is called " : "more than one guest could be meant by ")
              + PeerText.quote(whom),
          "all of them:  sbp relay list");
    }
    return meant.getFirst();
  }

  @Override
  protected ExitCode show(Output output, Ended ended) {
    try (Ledger ledger = session().ledger(session().node())) {
      HostUpkeep.renew(ledger);
    }
    output.line("ended" + (ended.lost() == 0 ? "" : ", with " + ended.lost() + " messages"));
    return output.done(ended);
  }
}
