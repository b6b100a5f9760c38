package org.sovereignbook.sbp.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * The record of what a node has made, {@code runtime/made.json}, so that a missing thing differs
 * from one that never was. Processes that write at once may forget each other's entry; the next
 * {@link #look} adds it again.
 */
public record MadeThings(Node node) {
  /** Place of things that are files of the node's folder. */
  public static final String HERE = "files";

  /** A folder may hold more; no more of its files are recorded. */
  private static final int MAX_FILES = 1_000;

  /**
   * Content of the file.
   *
   * @param since when the record began; earlier losses are unknown
   * @param things made and not given up
   * @param lost things whose loss the owner has not accepted
   * @param files names of the files that a folder has held; absent in records of earlier versions
   */
  private record Contents(
      Timestamp since,
      Map<NodeThing, Made> things,
      Map<NodeThing, Timestamp> lost,
      Optional<Map<NodeThing, List<String>>> files) {
    Contents copy() {
      Map<NodeThing, Made> made = new EnumMap<>(NodeThing.class);
      made.putAll(things);
      Map<NodeThing, Timestamp> gone = new EnumMap<>(NodeThing.class);
      gone.putAll(lost);
      Map<NodeThing, List<String>> names = new EnumMap<>(NodeThing.class);
      files.ifPresent(names::putAll);
      return new Contents(since, made, gone, Optional.of(names));
    }

    List<String> files(NodeThing thing) {
      return files.map(all -> all.get(thing)).orElse(List.of());
    }

    void put(NodeThing thing, Collection<String> names) {
      List<String> most = names.stream().sorted().limit(MAX_FILES).toList();
      files.ifPresent(all -> all.put(thing, most));
    }
  }

  /**
   * A thing that was made.
   *
   * @param in the store that has it, such as {@code postgres}; {@code files} is the node's folder
   */
  private record Made(Timestamp since, String in) {}

  /**
   * A thing that was made and is missing, or was missing and has been made again since.
   *
   * @param files the missing files of a folder that may still have others; empty for the whole
   */
  public record Loss(NodeThing thing, Timestamp noticedAt, List<String> files) {}

  /** Returns when the record began; empty in a node of an earlier version until its next step. */
  public Optional<Timestamp> since() {
    return read().map(Contents::since);
  }

  private Path file() {
    return node.home().madeThings();
  }

  /** Records a thing of the node's folder that has just been made, if there is a record. */
  public void note(NodeThing thing) {
    note(thing, HERE);
  }

  /** Records a thing that has just been made in a store, or has moved there. */
  public void note(NodeThing thing, String in) {
    Optional<Contents> now = read();
    if (now.isPresent() && !isIn(now.get(), thing, in)) {
      Contents more = now.get().copy();
      more.things().put(thing, new Made(node.now(), in));
      write(more);
    }
  }

  /** Records that a folder has held these files, as {@link #look} does. */
  public void noteFiles(NodeThing folder, Collection<String> names) {
    edit(
        contents -> {
          Set<String> all = new TreeSet<>(contents.files(folder));
          all.addAll(names);
          contents.put(folder, all);
        });
  }

  /** Forgets a file that the owner has removed from a folder: that is no loss. */
  public void forgetFile(NodeThing folder, String name) {
    edit(
        contents ->
            contents.put(
                folder,
                contents.files(folder).stream().filter(file -> !file.equals(name)).toList()));
  }

  /** Returns the files that a folder has held and lacks, by name. */
  public List<String> missingFiles(NodeThing folder) {
    return read().map(contents -> missingFiles(contents, folder)).orElse(List.of());
  }

  private List<String> missingFiles(Contents contents, NodeThing folder) {
    List<String> names = contents.files(folder);
    Path path = folder.in(node.home());
    return names.isEmpty()
        ? List.of()
        : names.stream().filter(name -> !node.disk().exists(path.resolve(name))).toList();
  }

  /** Returns whether this thing was made in this store. */
  public boolean has(NodeThing thing, String in) {
    return read().filter(contents -> isIn(contents, thing, in)).isPresent();
  }

  private static boolean isIn(Contents contents, NodeThing thing, String in) {
    return Optional.ofNullable(contents.things().get(thing))
        .filter(made -> made.in().equals(in))
        .isPresent();
  }

  /** Returns the error for a missing thing that was made in the node's folder; else empty. */
  public Optional<String> missing(NodeThing thing) {
    return node.disk().exists(thing.in(node.home())) ? Optional.empty() : missing(thing, HERE);
  }

  /** Returns the error for a thing that this store lacks and that was made there; else empty. */
  public Optional<String> missing(NodeThing thing, String in) {
    return has(thing, in) ? Optional.of(text(thing)) : Optional.empty();
  }

  /** Returns what is lost and what to do, for people. */
  public String text(NodeThing thing) {
    return text(where(thing), thing);
  }

  /** Returns what is lost and what to do, for people. */
  public String text(Loss loss) {
    return text(where(loss), loss.thing());
  }

  private static String text(String where, NodeThing thing) {
    return "%s is missing, which this node had made (%s); put it back from a backup, or go on without"
            .formatted(where, thing.contents())
        + " it: sbp lost --accept "
        + thing;
  }

  /** Returns where a lost thing was, for people. */
  public String where(Loss loss) {
    String all = where(loss.thing());
    return loss.files().isEmpty()
        ? all
        : all
            + "/"
            + PeerText.plain(loss.files().getFirst())
            + (loss.files().size() == 1 ? "" : " (and " + (loss.files().size() - 1) + " more)");
  }

  /** Returns where a thing is, or was, for people. */
  public String where(NodeThing thing) {
    Optional<String> elsewhere =
        read()
            .flatMap(contents -> Optional.ofNullable(contents.things().get(thing)))
            .map(Made::in)
            .filter(in -> thing.isPlaced() && !in.equals(HERE));
    return elsewhere
        .map(in -> "the %s in the store %s".formatted(thing, in))
        .orElseGet(() -> node.home().root().relativize(thing.in(node.home())).toString());
  }

  /** Returns everything that is missing, or was found missing and not accepted. */
  public List<Loss> losses() {
    return read().map(this::losses).orElse(List.of());
  }

  private List<Loss> losses(Contents contents) {
    List<Loss> losses = new ArrayList<>();
    for (NodeThing thing : NodeThing.values()) {
      Optional<Timestamp> noticed = Optional.ofNullable(contents.lost().get(thing));
      boolean isMissing = contents.things().containsKey(thing) && isMissing(contents, thing);
      List<String> files = missingFiles(contents, thing);
      boolean isRemade = noticed.isPresent() && thing.isRemade() && !isWhole(contents, thing);
      if (isMissing || isRemade || !files.isEmpty()) {
        losses.add(new Loss(thing, noticed.orElseGet(node::now), files));
      }
    }
    return losses;
  }

  /** Returns whether all files of a folder are there, as far as its files are recorded. */
  private boolean isWhole(Contents contents, NodeThing thing) {
    return !contents.files(thing).isEmpty() && missingFiles(contents, thing).isEmpty();
  }

  private boolean isMissing(Contents contents, NodeThing thing) {
    boolean isFile =
        isIn(contents, thing, HERE) && (!thing.isOfFileStore() || backend().equals(HERE));
    return isFile && !node.disk().exists(thing.in(node.home()));
  }

  /** Returns the store named in the configuration; empty when the configuration is unreadable. */
  private String backend() {
    try {
      return node.config().section("store").json().string("backend").orElse(HERE);
    } catch (ConfigException e) {
      return "";
    }
  }

  /**
   * Records existing things that were not recorded, and the losses since the last look.
   *
   * @return losses that no look had found before
   */
  public List<Loss> look() {
    Optional<Contents> now = read();
    Contents before =
        now.orElseGet(() -> new Contents(node.now(), Map.of(), Map.of(), Optional.empty()));
    Contents after = before.copy();
    List<Loss> noticed = new ArrayList<>();
    for (Loss loss : losses(before)) {
      if (!before.lost().containsKey(loss.thing())) {
        noticed.add(loss);
        after.lost().put(loss.thing(), loss.noticedAt());
      }
    }
    String backend = backend();
    if (backend.equals(HERE) && !isIn(after, NodeThing.STORE, HERE)) {
      after.things().put(NodeThing.STORE, new Made(node.now(), HERE));
    }
    for (NodeThing thing : NodeThing.values()) {
      boolean isThere =
          thing != NodeThing.STORE
              && (!thing.isOfFileStore() || backend.equals(HERE))
              && node.disk().exists(thing.in(node.home()));
      if (isThere) {
        after.things().putIfAbsent(thing, new Made(node.now(), HERE));
      }
      if (thing.isToldByFile()) {
        Set<String> names = new TreeSet<>(after.files(thing));
        names.addAll(names(thing));
        after.put(thing, names);
      }
      boolean isBack = thing.isRemade() ? isWhole(after, thing) : !isMissing(after, thing);
      if (isBack) {
        after.lost().remove(thing);
      }
    }
    if (now.isEmpty() || !after.equals(before)) {
      write(after);
    }
    return List.copyOf(noticed);
  }

  /** Lists the files of a folder whose loss must be noticed. */
  private List<String> names(NodeThing folder) {
    return node.disk().files(folder.in(node.home())).stream()
        .map(file -> String.valueOf(file.getFileName()))
        .filter(folder::isKeptFile)
        .toList();
  }

  /** Accepts the loss of a thing: it is made again when it is next needed. */
  public void accept(NodeThing thing) {
    edit(
        contents -> {
          contents.lost().remove(thing);
          if (thing.isToldByFile()) {
            contents.put(thing, names(thing));
          }
          if (!node.disk().exists(thing.in(node.home())) || thing.isPlaced()) {
            contents.things().remove(thing);
          }
        });
  }

  /** Forgets what was recorded of the files of a store that the node is about to leave. */
  public void leaveStore() {
    edit(
        contents -> {
          contents.things().keySet().removeIf(NodeThing::isOfFileStore);
          contents.lost().keySet().removeIf(NodeThing::isOfFileStore);
        });
  }

  /** Changes the record, if there is one. */
  private void edit(Consumer<Contents> change) {
    Optional<Contents> before = read();
    if (before.isPresent()) {
      Contents after = before.get().copy();
      change.accept(after);
      if (!after.equals(before.get())) {
        write(after);
      }
    }
  }

  private Optional<Contents> read() {
    return node.readIntactJson(file())
        .flatMap(
            json -> {
              try {
                return Optional.of(Shape.of(Contents.class).read(json));
              } catch (Misfit e) {
                return Optional.empty();
              }
            });
  }

  private void write(Contents contents) {
    node.writeJson(file(), Shape.write(contents));
  }
}
