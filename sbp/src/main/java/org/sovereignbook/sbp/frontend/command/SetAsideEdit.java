package org.sovereignbook.sbp.frontend.command;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.SetAsides.ItemList;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.SetAsideItem;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The owner's decision on items that a loop of the society has set aside: to try them again, or to
 * drop them. Without an id it lists them.
 */
@ForOwner
public abstract class SetAsideEdit extends SocietyCommand<SetAsideEdit.Decided> {
  /** Most items that are listed. */
  private static final int MOST = 1_000;

  @Parameters(
      paramLabel = "ID",
      arity = "0..1",
      description = "of an item that was set aside, or its beginning; without it they are listed")
  Optional<String> id = Optional.empty();

  @Option(names = "--all", description = "all of it")
  boolean all;

  /**
   * The items that are set aside now, and the changed ones.
   *
   * @param changed by their ids
   */
  public record Decided(List<SetAsideItem> setAside, List<String> changed) {}

  /** Items that are set aside, and ids of those to be tried again. */
  public record TakenBack(List<SetAsideItem> setAside, List<String> takenBack) {}

  /** Items that are set aside, and ids of those that were dropped. */
  public record Dropped(List<SetAsideItem> setAside, List<String> dropped) {}

  @Override
  public Contract contract() {
    return Contract.prints(this instanceof Retry ? TakenBack.class : Dropped.class)
        .exit(ExitCode.NOTHING_TO_DO, "nothing is set aside, or nothing of this id");
  }

  /** Returns the list of the command. */
  protected abstract ItemList list();

  /** Changes one item. */
  protected abstract void change(Transaction tx, String item);

  /** Returns the JSON document of the result. */
  protected abstract Record document(Decided decided);

  /** Returns the words for changed items, such as {@code tried again}. */
  protected abstract String said();

  @Override
  protected Decided work(Transaction tx, Caller caller) {
    requireNoAgent(caller);
    SetAsides asides = new SetAsides(tx);
    List<SetAsideItem> before = asides.all(list(), MOST);
    List<String> ids = before.stream().map(SetAsideItem::id).toList();
    List<String> chosen = all ? ids : id.map(given -> found(given, ids)).orElse(List.of());
    chosen.forEach(one -> change(tx, one));
    return new Decided(asides.all(list(), MOST), chosen);
  }

  private static List<String> found(String given, List<String> ids) {
    List<String> found = new Abbreviation(given).among(ids);
    if (found.size() > 1) {
      throw CliException.wrong(
          PeerText.quote(given) + " could be any of " + found.size() + "; use a longer beginning",
          found.toArray(String[]::new));
    }
    return found;
  }

  @Override
  protected ExitCode show(Output output, Decided decided) {
    if (!decided.changed().isEmpty()) {
      output.line(Wording.counted(decided.changed().size(), "item") + " " + said());
    } else if (id.isPresent() && !decided.setAside().isEmpty()) {
      output.line("nothing of that id is set aside");
    }
    print(output, decided.setAside());
    output.json(document(decided));
    boolean isDone =
        (id.isPresent() || all) ? !decided.changed().isEmpty() : !decided.setAside().isEmpty();
    return isDone ? ExitCode.DONE : ExitCode.NOTHING_TO_DO;
  }

  /** Prints items that are set aside. */
  public static void print(Output output, List<SetAsideItem> items) {
    Table table = Table.of("ID", "BY", "SINCE", "TRIES", "REASON").whole("ID").wrapsLast();
    for (SetAsideItem item : items) {
      table.row(
          PeerText.plain(item.id()),
          item.by(),
          item.at().toString(),
          Integer.toString(item.tries()),
          PeerText.plain(item.reason()));
    }
    output.table(table, "nothing is set aside");
  }

  /** Lets the loop try items again. */
  public abstract static class Retry extends SetAsideEdit {
    @Override
    protected void change(Transaction tx, String item) {
      new SetAsides(tx).takeBack(list(), item);
    }

    @Override
    protected final Record document(Decided decided) {
      return new TakenBack(decided.setAside(), decided.changed());
    }

    @Override
    protected final String said() {
      return "to be tried again";
    }
  }

  /** Leaves items out for good. */
  public abstract static class Drop extends SetAsideEdit {
    @Override
    protected void change(Transaction tx, String item) {
      new SetAsides(tx).drop(list(), item);
    }

    @Override
    protected final Record document(Decided decided) {
      return new Dropped(decided.setAside(), decided.changed());
    }

    @Override
    protected final String said() {
      return "dropped";
    }
  }
}
