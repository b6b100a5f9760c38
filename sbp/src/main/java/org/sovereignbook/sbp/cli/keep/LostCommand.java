package org.sovereignbook.sbp.cli.keep;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.ledger.Upkeep;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.WideningNodeCommand;
import org.sovereignbook.sbp.node.MadeThings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.store.StoreException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp lost}: items that the node had made and that are missing. */
@Command(
    description = "what this node has lost",
    footer = {
      "Put a thing back from a backup (sbp restore FILE ../restored, then copy it from there), or",
      "go on without it: it is made again, empty, when it is next needed."
    })
@Example("sbp lost")
@Prints({LostCommand.Losses.class, LostCommand.Accepted.class})
@Exit(code = ExitCode.NOT_VALID, means = "something is lost")
@ForOwner
public final class LostCommand extends WideningNodeCommand {
  @Option(
      names = "--accept",
      paramLabel = "THING",
      description = "go on without this thing, named as in the list")
  Optional<String> accepted = Optional.empty();

  /** One missing item, its place, its contents. */
  record Lost(NodeThing thing, String path, String held, Timestamp noticedAt) {
    static Lost of(Node node, MadeThings.Loss loss) {
      NodeThing thing = loss.thing();
      return new Lost(thing, node.made().where(loss), thing.contents(), loss.noticedAt());
    }
  }

  /**
   * All missing items.
   *
   * @param since when the record of made items began; earlier losses are unknown
   */
  record Losses(List<Lost> lost, Optional<Timestamp> since) {}

  record Accepted(NodeThing accepted) {}

  @Override
  public boolean widens(Transaction tx) {
    return accepted.isPresent();
  }

  @Override
  public boolean isForLostSociety() {
    return accepted.isEmpty() || accepted.equals(Optional.of(NodeThing.SOCIETY.toString()));
  }

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    return accepted.isPresent() ? accept(session, node, accepted.get()) : list(session, node);
  }

  private static ExitCode list(Session session, Node node) {
    Output output = session.output();
    List<Lost> losses = losses(session, node).stream().map(loss -> Lost.of(node, loss)).toList();
    Table table = Table.of("THING", "NOTICED", "WHERE", "WHAT IT HELD");
    losses.forEach(one -> table.row(one.thing(), one.noticedAt(), one.path(), one.held()));
    Optional<Timestamp> since = node.made().since();
    output.table(
        table,
        since
            .map(at -> "nothing was lost since " + at)
            .orElse("no record says what this node had made; begin one:  sbp maintain"));
    if (!losses.isEmpty()) {
      output.line("put it back, or go on without it:  sbp lost --accept THING");
    }
    output.json(new Losses(losses, since));
    return losses.isEmpty() ? ExitCode.DONE : ExitCode.NOT_VALID;
  }

  /** Returns the missing files, and the items that only the node's database records. */
  private static List<MadeThings.Loss> losses(Session session, Node node) {
    List<MadeThings.Loss> losses = new ArrayList<>(node.made().losses());
    if (isLost(NodeThing.STORE, node, () -> session.store(node).close())) {
      losses.add(new MadeThings.Loss(NodeThing.STORE, node.now(), List.of()));
    } else if (losses.stream().noneMatch(loss -> loss.thing() == NodeThing.SOCIETY)
        && isLost(
            NodeThing.SOCIETY, node, () -> session.ledgerIfAny(node).ifPresent(Ledger::close))) {
      losses.add(new MadeThings.Loss(NodeThing.SOCIETY, node.now(), List.of()));
    }
    if (losses.stream().noneMatch(loss -> loss.thing() == NodeThing.ACCESS)
        && !Policies.missing(node).isEmpty()) {
      losses.add(new MadeThings.Loss(NodeThing.ACCESS, node.now(), Policies.missing(node)));
    }
    return losses;
  }

  private static boolean isLost(NodeThing thing, Node node, Runnable opening) {
    try {
      opening.run();
      return false;
    } catch (StoreException e) {
      return e.getMessage().contains(node.made().text(thing));
    }
  }

  private static ExitCode accept(Session session, Node node, String name) {
    NodeThing thing =
        Words.find(NodeThing.class, name)
            .orElseThrow(
                () ->
                    CliException.wrong(
                        "'%s' is no thing of a node; one of %s"
                            .formatted(name, String.join(", ", Words.all(NodeThing.class)))));
    boolean isLost = losses(session, node).stream().anyMatch(loss -> loss.thing() == thing);
    if (!isLost && thing != NodeThing.AUDIT_ENDS) {
      throw CliException.notFound(thing + " is not lost", "see what is:  sbp lost");
    }
    node.made().accept(thing);
    if (thing == NodeThing.ACCESS) {
      Policies.forgetMissing(node);
    }
    if (thing == NodeThing.AUDIT_ENDS) {
      sealAgain(session, node);
    }
    session.output().line(thing + ": the loss is accepted");
    return session.output().done(new Accepted(thing));
  }

  /** Begins the file of the ends of the trail again with its present ends. */
  static void sealAgain(Session session, Node node) {
    Optional<Ledger> opened = session.ledgerIfAny(node);
    if (opened.isPresent()) {
      try (Ledger ledger = opened.get()) {
        Upkeep.sealAgain(ledger);
      }
    }
  }
}
