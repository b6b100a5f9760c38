package org.sovereignbook.sbp.cli.look;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.SetAsides.ItemList;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.EditCommand;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.delivery.OutboxAsides;
import org.sovereignbook.sbp.peer.delivery.OutboxRepair;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.SetAsideItem;
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

  /** Items of the society that were set aside, and are to be changed. */
  private List<String> ofSociety = List.of();

  private Optional<Asides> asides = Optional.empty();

  @Override
  protected void prepare(Session session, Node node) {
    asides = Optional.of(new Asides(session, node));
  }

  /** Returns the ids of set-aside items of the society that this id begins. */
  final List<String> societysAsides(String given) {
    return given.contains(":") ? new Abbreviation(given).among(allOfSociety()) : List.of();
  }

  final List<String> allOfSociety() {
    return asides.orElseThrow().ofSociety().stream().map(SetAsideItem::id).toList();
  }

  final void choose(List<String> ids) {
    ofSociety = ids;
  }

  private final boolean isDrop;
  private final BiFunction<List<String>, List<String>, Record> document;

  OutboxEdit(boolean isDrop, BiFunction<List<String>, List<String>, Record> document) {
    this.isDrop = isDrop;
    this.document = document;
  }

  @Override
  protected ExitCode edit(Output output, Node node, Store store) throws InterruptedException {
    List<String> aside =
        new ArrayList<>(OutboxAsides.load(store).all().stream().map(SetAsideItem::id).toList());
    List<OutboxEntry> chosen = choose(store);
    if (!chosen.isEmpty()) {
      edit(node, store, chosen);
    }
    asides.orElseThrow().change(ofSociety, isDrop);
    int all = chosen.size() + ofSociety.size();
    output.line(all == 0 ? "nothing of that in the outbox" : said(chosen, all));
    List<String> changed = chosen.stream().map(OutboxEntry::id).toList();
    aside.retainAll(changed);
    aside.addAll(ofSociety);
    return output.done(document.apply(changed, aside), all > 0);
  }

  abstract List<OutboxEntry> choose(Store store);

  abstract void edit(Node node, Store store, List<OutboxEntry> chosen) throws InterruptedException;

  abstract String said(List<OutboxEntry> chosen, int all);

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
  @Prints(OutboxEdit.Retry.Retried.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "there is no such item")
  static final class Retry extends OutboxEdit {
    /**
     * The changed items, by their former ids.
     *
     * @param takenBack those that were set aside
     */
    record Retried(List<String> changed, List<String> takenBack) {}

    Retry() {
      super(false, Retried::new);
    }

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
      choose(all ? allOfSociety() : id.map(this::societysAsides).orElse(List.of()));
      if (id.isPresent() && !societysAsides(id.get()).isEmpty()) {
        return List.of();
      }
      only = peer.map(name -> PeerFinder.find(store.peers(), name).publicKey());
      return id.isPresent()
          ? List.of(readable(OutboxEntry.named(store, id.get())))
          : OutboxEntry.all(store).stream()
              .filter(entry -> !entry.isUnreadable())
              .filter(
                  only.<Predicate<OutboxEntry>>map(key -> e -> e.waitsFor(key)).orElse(e -> true))
              .toList();
    }

    private static OutboxEntry readable(OutboxEntry entry) {
      if (entry.isUnreadable()) {
        throw CliException.refused(
            entry.id() + " cannot be read, so it cannot be sent",
            "delete it:  sbp outbox drop " + entry.id());
      }
      return entry;
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
    String said(List<OutboxEntry> chosen, int all) {
      return Wording.counted(all, "item") + " to be tried again; send now:  sbp deliver";
    }
  }

  @Command(name = "drop", description = "delete an item that waits, failed or was set aside")
  @Example("sbp send Ada 'never mind' && sbp outbox drop replies/")
  @Prints(OutboxEdit.Drop.Dropped.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "there is no such item")
  static final class Drop extends OutboxEdit {
    @Option(names = "--all", description = "all that was set aside")
    boolean all;

    /**
     * The changed items, by their former ids.
     *
     * @param dropped those that were set aside
     */
    record Dropped(List<String> changed, List<String> dropped) {}

    Drop() {
      super(true, Dropped::new);
    }

    @Override
    List<OutboxEntry> choose(Store store) {
      if (id.isPresent() == all) {
        throw CliException.wrong(
            "outbox drop: name an item, or --all that was set aside",
            "all of them:  sbp outbox; sbp outbox failed");
      }
      if (all) {
        choose(allOfSociety());
        return OutboxAsides.load(store).all().stream()
            .map(item -> OutboxEntry.named(store, item.id()))
            .toList();
      }
      choose(societysAsides(id.get()));
      return societysAsides(id.get()).isEmpty()
          ? List.of(OutboxEntry.named(store, id.get()))
          : List.of();
    }

    @Override
    void edit(Node node, Store store, List<OutboxEntry> chosen) throws InterruptedException {
      for (OutboxEntry one : chosen) {
        new OutboxRepair(node, store)
            .drop(
                waiting(store, List.of(one)),
                failed(List.of(one)),
                Event.of(COMPONENT, "dropped", node.now(), "dropped " + one.id())
                    .about("item", one.id()));
      }
    }

    @Override
    String said(List<OutboxEntry> chosen, int all) {
      return all == 1 && !chosen.isEmpty()
          ? chosen.getFirst().id() + " is dropped"
          : Wording.counted(all, "item") + " dropped";
    }
  }

  /** Set-aside items of the outbox: files of the node, and rows of its society. */
  record Asides(Session session, Node node) {
    private static final int MOST = 1_000;

    /** Returns all of them. */
    List<SetAsideItem> all(Store store) {
      List<SetAsideItem> all = new ArrayList<>(OutboxAsides.load(store).all());
      all.addAll(ofSociety());
      return List.copyOf(all);
    }

    /** Returns those of the society, if the node has one. */
    List<SetAsideItem> ofSociety() {
      return session.ofSociety(
          node,
          List.of(),
          ledger -> ledger.read(tx -> new SetAsides(tx).all(ItemList.OUTBOX, MOST)));
    }

    /** Takes those of the society back, or drops them. */
    void change(List<String> ids, boolean isDropped) {
      Optional<Ledger> society = ids.isEmpty() ? Optional.empty() : session.ledgerIfAny(node);
      if (society.isPresent()) {
        try (Ledger ledger = society.get()) {
          ledger.run(
              tx -> {
                for (String id : ids) {
                  if (isDropped) {
                    new SetAsides(tx).drop(ItemList.OUTBOX, id);
                  } else {
                    new SetAsides(tx).takeBack(ItemList.OUTBOX, id);
                  }
                }
              });
        }
      }
    }
  }
}
