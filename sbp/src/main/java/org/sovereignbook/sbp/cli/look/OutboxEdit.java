package org.sovereignbook.sbp.cli.look;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Contract;
import org.sovereignbook.sbp.frontend.command.EditCommand;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.delivery.OutboxRepair;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A change by the operator of items in the outbox: waiting ones, or failed ones. */
abstract class OutboxEdit extends EditCommand {
  @Parameters(
      paramLabel = "ID",
      arity = "0..1",
      description = "as sbp outbox or sbp outbox failed lists it, or its beginning")
  Optional<String> id = Optional.empty();

  /** The changed items, by their former ids. */
  record Changed(List<String> changed) {}

  @Override
  public Contract contract() {
    return Contract.prints(Changed.class)
        .exit(ExitCode.NOTHING_TO_DO, "there is no such item")
        .holdsNode();
  }

  @Override
  protected ExitCode edit(Output output, Node node, Store store) throws InterruptedException {
    List<OutboxEntry> chosen = choose(store);
    if (!chosen.isEmpty()) {
      edit(node, store, chosen);
    }
    output.line(chosen.isEmpty() ? "nothing of that in the outbox" : said(chosen));
    output.json(new Changed(chosen.stream().map(OutboxEntry::id).toList()));
    return chosen.isEmpty() ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
  }

  abstract List<OutboxEntry> choose(Store store);

  abstract void edit(Node node, Store store, List<OutboxEntry> chosen) throws InterruptedException;

  abstract String said(List<OutboxEntry> chosen);

  private static List<OutboxId> waiting(Store store, List<OutboxEntry> chosen) {
    return store.outbox().pending().stream()
        .filter(id -> chosen.stream().anyMatch(entry -> entry.id().equals(id.toString())))
        .toList();
  }

  private static List<String> failed(List<OutboxEntry> chosen) {
    return chosen.stream()
        .map(OutboxEntry::id)
        .filter(id -> id.startsWith(OutboxEntry.FAILED_PREFIX))
        .map(id -> id.substring(OutboxEntry.FAILED_PREFIX.length()))
        .toList();
  }

  @Command(name = "retry", description = "retry failed or waiting items now")
  @Example("sbp outbox retry --all && sbp deliver")
  static final class Retry extends OutboxEdit {
    @Option(names = "--peer", paramLabel = "PEER", description = "all that is for this peer")
    Optional<String> peer = Optional.empty();

    @Option(names = "--all", description = "all of it")
    boolean all;

    private Optional<PublicKey> only = Optional.empty();

    @Override
    List<OutboxEntry> choose(Store store) {
      if ((id.isPresent() ? 1 : 0) + (peer.isPresent() ? 1 : 0) + (all ? 1 : 0) != 1) {
        throw CliException.wrong(
            "outbox retry: name one item, or --peer PEER, or --all",
            "all of them:  sbp outbox; sbp outbox failed");
      }
      only = peer.map(name -> PeerFinder.find(store.peers(), name).publicKey());
      return id.isPresent()
          ? List.of(OutboxEntry.named(store, id.get()))
          : OutboxEntry.all(store).stream()
              .filter(
                  only.<Predicate<OutboxEntry>>map(key -> e -> e.waitsFor(key)).orElse(e -> true))
              .toList();
    }

    @Override
    void edit(Node node, Store store, List<OutboxEntry> chosen) throws InterruptedException {
      new OutboxRepair(node, store)
          .retry(
              waiting(store, chosen),
              failed(chosen),
              only,
              item ->
                  Event.of(COMPONENT, "retried", node.now(), "to be tried again: " + item)
                      .about("item", item));
    }

    @Override
    String said(List<OutboxEntry> chosen) {
      return Wording.counted(chosen.size(), "item") + " to be tried again; send now:  sbp deliver";
    }
  }

  @Command(name = "drop", description = "delete an item that waits or failed")
  @Example("sbp send Ada 'never mind' && sbp outbox drop replies/")
  static final class Drop extends OutboxEdit {
    @Override
    List<OutboxEntry> choose(Store store) {
      if (id.isEmpty()) {
        throw CliException.wrong(
            "outbox drop: name an item", "all of them:  sbp outbox; sbp outbox failed");
      }
      return List.of(OutboxEntry.named(store, id.get()));
    }

    @Override
    void edit(Node node, Store store, List<OutboxEntry> chosen) throws InterruptedException {
      String what = chosen.getFirst().id();
      new OutboxRepair(node, store)
          .drop(
              waiting(store, chosen),
              failed(chosen),
              Event.of(COMPONENT, "dropped", node.now(), "dropped " + what).about("item", what));
    }

    @Override
    String said(List<OutboxEntry> chosen) {
      return chosen.getFirst().id() + " is dropped";
    }
  }
}
