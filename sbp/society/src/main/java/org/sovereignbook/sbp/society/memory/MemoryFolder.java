package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** The caller's items as Markdown files of a folder, out and in. History is never rewritten. */
public record MemoryFolder(Transaction tx) {
  /** The most items of one export, and files of one import. */
  public static final int MOST_FILES = 20_000;

  /** File of an item. */
  public record Exported(String name, String item, String text) {}

  /** Effect of one file of an import. */
  public enum Fate {
    CREATED,
    UPDATED,
    UNCHANGED,
    /** The item has another version, or was deleted here; nothing was written. */
    CONFLICT,
    /** The file is no item, or the caller may not write it; nothing was written. */
    INVALID
  }

  /**
   * A file of an import.
   *
   * @param id of the item
   * @param problem of a conflict or an invalid file
   * @param note about a file that was written, with something odd
   */
  public record Imported(
      String file, String id, Fate fate, Optional<String> problem, Optional<String> note) {
    Imported(String file, String id, Fate fate, Optional<String> problem) {
      this(file, id, fate, problem, Optional.empty());
    }

    static Imported of(String file, String id, Fate fate) {
      return new Imported(file, id, fate, Optional.empty());
    }

    private Imported noting(ItemFile read) {
      boolean isNoted = read.hasSecondFront() && (fate == Fate.CREATED || fate == Fate.UPDATED);
      return isNoted
          ? new Imported(
              file,
              id,
              fate,
              problem,
              Optional.of("a second front matter follows the first; it became part of the text"))
          : this;
    }
  }

  /** Returns the caller's own items; copies in groups are left out, since they never change. */
  public List<Exported> exported(Caller caller) {
    ItemFilter all =
        new ItemFilter(Optional.empty(), List.of(), Optional.empty(), Optional.empty(), true);
    MemoryHolder own = MemoryHolder.of(caller);
    return new Items(tx)
        .list(caller, all, MOST_FILES).stream()
            .filter(one -> one.item().owner().equals(own.principal()))
            .filter(one -> one.item().copyOf().isEmpty())
            .map(
                one -> new Exported(ItemFile.name(one.item()), one.item().id(), ItemFile.text(one)))
            .toList();
  }

  /**
   * Writes the items of files: new ones with their ids and versions, and the next version of an
   * item whose file differs and was made of its present version.
   *
   * @param files their texts by name
   */
  public List<Imported> imported(Caller caller, Map<String, String> files) {
    List<Imported> all = new ArrayList<>();
    files.forEach((name, text) -> all.add(imported(caller, name, text)));
    return all;
  }

  private Imported imported(Caller caller, String name, String text) {
    try {
      ItemFile file = ItemFile.parse(name, text);
      Optional<Items.Whole> present = present(caller, file);
      Imported done =
          present.isPresent()
              ? onto(caller, name, file, present.get())
              : created(caller, name, file);
      return done.noting(file);
    } catch (SocietyException e) {
      return new Imported(name, "", Fate.INVALID, Optional.ofNullable(e.getMessage()));
    }
  }

  /** Returns the caller's own item that a file is about: by its random id, else by its label. */
  private Optional<Items.Whole> present(Caller caller, ItemFile file) {
    return file.key()
        .flatMap(key -> own(caller, key))
        .or(() -> file.draft().id().flatMap(id -> own(caller, id)));
  }

  private Optional<Items.Whole> own(Caller caller, String id) {
    try {
      Items.Whole found = new Items(tx).find(caller, id);
      return found.item().owner().equals(MemoryHolder.of(caller).principal())
          ? Optional.of(found)
          : Optional.empty();
    } catch (SocietyException e) {
      return Optional.empty();
    }
  }

  private Imported onto(Caller caller, String name, ItemFile file, Items.Whole present) {
    String id = present.item().shownId();
    if (file.isSaidBy(present)) {
      return Imported.of(name, id, Fate.UNCHANGED);
    }
    long version = present.item().version();
    if (!file.version().equals(Optional.of(version))) {
      String problem =
          "the item has version %d, the file was made of %s"
              .formatted(version, file.version().map(it -> "version " + it).orElse("none"));
      return new Imported(name, id, Fate.CONFLICT, Optional.of(problem));
    }
    ItemWriter.Written _ = new ItemWriter(tx).write(caller, file.next(present));
    return Imported.of(name, id, Fate.UPDATED);
  }

  private Imported created(Caller caller, String name, ItemFile file) {
    String id = file.draft().id().orElseThrow();
    boolean isDeleted =
        file.key().isPresent()
            && tx.exists(
                "SELECT 1 FROM memory_item WHERE id = ? AND owner = ? AND deleted_ms IS NOT NULL",
                file.key().get(),
                MemoryHolder.of(caller).principal().text());
    if (isDeleted) {
      return new Imported(name, id, Fate.CONFLICT, Optional.of("the item was deleted here"));
    }
    ItemWriter.Written written = new ItemWriter(tx).write(caller, file.draft().asNew());
    if (written.outcome() == ItemWriter.Effect.CONFLICT) {
      return new Imported(name, id, Fate.CONFLICT, Optional.of("the group has an item of this id"));
    }
    file.version().ifPresent(version -> new ItemRows(tx).begin(written.item(), version));
    return Imported.of(name, id, Fate.CREATED);
  }
}
