package org.sovereignbook.sbp.plugins.relay.guest;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;

/** {@code sbp relay fetch}: fetches this node's post from its relays. */
@Command(
    name = "fetch",
    description = "fetch your post from your relays now",
    footer = "Under sbp up it comes by itself, and each tick fetches it.")
@Example("sbp relay fetch")
@Prints(RelayFetch.PostFetched.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "nothing has come")
@ForOwner
public final class RelayFetch extends NodeCommand {
  /** What has come. */
  public record PostFetched(int messages) {}

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Node node = session.node();
    Optional<Integer> stored = Optional.of(0);
    if (GuestWork.isNeeded(node)) {
      try (Ledger ledger = session.ledger(node);
          Store store = session.store(node)) {
        stored = GuestWork.once(ledger, store, session.output()::log);
      }
    }
    int count = stored.orElse(0);
    session
        .output()
        .line(
            stored.isEmpty()
                ? "another process fetches it"
                : count == 0 ? "nothing has come" : Wording.counted(count, "message"));
    return session.output().done(new PostFetched(count), count > 0);
  }
}
