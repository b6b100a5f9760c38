package org.sovereignbook.sbp.plugins.relay.guest;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp relay leave}: a relay holds the post of this node no more. */
@Command(
    name = "leave",
    description = "leave a relay; the endpoint is another relay's, or the one from before",
    footer =
        "What waits is fetched first. The relay tells your peers to come again until they know.")
@Example("sbp relay leave https://relay.example.com")
@Prints(RelayLeave.Left.class)
@Exit(code = ExitCode.NOT_FOUND, means = "this node has not joined that relay")
@Exit(code = ExitCode.FAILED, means = "the relay does not answer, and --force is not given")
@Exit(code = ExitCode.BUSY, means = Exit.NODE_HELD)
@ForOwner
public final class RelayLeave extends SocietyCommand<RelayLeave.Left> {
  @Parameters(paramLabel = "URL", description = "the endpoint of the relay")
  String url = "";

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "the endpoint from now on; else another relay's, or the one from before")
  Optional<String> endpoint = Optional.empty();

  @Option(
      names = "--force",
      description = "also when the relay does not answer; what waits there is lost then")
  boolean force;

  /**
   * A relay that was left.
   *
   * @param endpoint of this node now
   */
  public record Left(Endpoint relay, Endpoint endpoint) {}

  @Override
  protected Left work(Transaction tx, Caller caller) {
    JoinedRelays relays = new JoinedRelays(tx);
    Joined leaving =
        relays.all().stream()
            .filter(one -> one.relay().toString().equals(url))
            .findFirst()
            .orElseThrow(
                () ->
                    CliException.notFound(
                        "this node has not joined " + PeerText.quote(url), "sbp relay list"));
    Endpoint own = tx.node().identity().endpoint();
    Endpoint next =
        endpoint
            .map(RelayLeave::parsed)
            .orElseGet(
                () ->
                    own.equals(leaving.address())
                        ? relays.holding().stream()
                            .filter(one -> !one.relay().equals(leaving.relay()))
                            .findFirst()
                            .map(Joined::address)
                            .orElse(leaving.former())
                        : own);
    return new Left(leaving.relay(), next);
  }

  private static Endpoint parsed(String text) {
    try {
      return Endpoint.parse(text);
    } catch (IllegalArgumentException e) {
      throw CliException.wrong(String.valueOf(e.getMessage()));
    }
  }

  @Override
  protected ExitCode show(Output output, Left left) {
    Node node = session().node();
    try (Ledger ledger = session().ledger(node)) {
      Joined leaving =
          ledger.<Joined>read(tx -> new JoinedRelays(tx).find(left.relay()).orElseThrow());
      try (Store store = session().store(node)) {
        fetchLast(ledger, store, leaving, output);
        try (ExclusiveStore held = session().betweenSteps(node, "relay")) {
          boolean _ = OwnEndpoint.set(held, ledger, left.endpoint());
        }
        leave(ledger, leaving);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return ExitCode.INTERRUPTED;
      }
      ledger.run(tx -> new JoinedRelays(tx).remove(leaving, Caller.owner("command").authority()));
      boolean isLast = ledger.<Boolean>read(tx -> new JoinedRelays(tx).all().isEmpty());
      if (isLast && leaving.formerBind().isPresent()) {
        RelayJoin.bind(node, leaving.formerBind().get());
        output.note("the server listens at " + leaving.formerBind().get() + " again");
      }
      JoinedRelays.renew(ledger);
    }
    output.line("left " + left.relay());
    output.line("this node's endpoint: " + left.endpoint());
    output.note("the next delivery tells your peers:  sbp deliver");
    return output.done(left);
  }

  /** Fetches what waits; refuses to go on without the relay. */
  private void fetchLast(Ledger ledger, Store store, Joined leaving, Output output)
      throws InterruptedException {
    if (leaving.ended() || force) {
      return;
    }
    Optional<Integer> _ = GuestWork.once(ledger, store, output::log);
    Joined now =
        ledger.<Joined>read(tx -> new JoinedRelays(tx).find(leaving.relay()).orElseThrow());
    if (now.failing().isPresent()) {
      throw notLeft(leaving, now.problem().orElse("it does not answer"));
    }
  }

  private static CliException notLeft(Joined leaving, String why) {
    return new CliException(
        ExitCode.FAILED,
        "not left: " + why,
        "again, or without it, losing what waits there:  sbp relay leave "
            + leaving.relay()
            + " --force");
  }

  /** Tells the relay where this node is now. */
  private void leave(Ledger ledger, Joined leaving) throws InterruptedException {
    if (leaving.ended()) {
      return;
    }
    try (HttpPeerClient client = RelayCalls.client(ledger.node())) {
      JsonObject _ =
          new RelayCalls(ledger.node(), client)
              .ask(
                  leaving.relay(),
                  leaving.relayKey(),
                  RelayRequest.Operation.LEAVE,
                  JsonObject.empty().with("identity", ledger.node().identity().json()));
    } catch (RelayCalls.FailedException e) {
      if (!e.isEnd() && !force) {
        throw notLeft(leaving, String.valueOf(e.getMessage()));
      }
    }
  }
}
