package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.EditedFile;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.SetAside;

/** Turns changes of a node's state into operations on its files. Used for one change set. */
final class FileChanges {
  private final FileStore store;

  private final Node node;

  private final FileOperations operations = new FileOperations();
  private final List<Change.OfPeers> peerChanges = new ArrayList<>();
  private final Map<Keyed, TreeMap<String, JsonValue>> members = new LinkedHashMap<>();
  private final Set<Path> moveTargets = new HashSet<>();
  private final Set<String> remembered = new HashSet<>();

  FileChanges(FileStore store) {
    this.store = store;
    this.node = store.node();
  }

  /**
   * Returns the operations in their order: entries, then indexes, then peers and logs, deletions
   * last.
   */
  List<Operation> lower(List<Change> changes) {
    changes.forEach(this::lower);
    members.forEach(
        (in, entries) -> {
          MembersFile file = store.members(in);
          operations.add(Operation.write(file.file(), JsonWriter.file(file.render(entries))));
        });
    if (!peerChanges.isEmpty()) {
      EditedFile.requireWritable(node.home().peers());
      operations.add(new Operation.EditPeers(List.copyOf(peerChanges)));
    }
    return operations.inOrder();
  }

  private void lower(Change change) {
    switch (change) {
      case Change.Put(var in, var key, var value) -> put(in, key, value);
      case Change.Delete(var in, var key) -> delete(in, key);
      case Change.Move move -> move(move);
      case Change.MoveGroup(var from, var group, var to) -> moveGroup(from, group, to);
      case Change.Fill fill -> fill(fill);
      case Change.Append(var to, var line) -> operations.append(to.in(node.home()), line + "\n");
      case Change.Condense condense ->
          operations.addAll(new FileLines(node, condense.stream()).condense(condense));
      case Change.FillLines(var stream, var month, var lines) -> {
        FileLines files = new FileLines(node, stream);
        Path file = month.map(files::archive).orElseGet(files::file);
        operations.add(Operation.write(file, FileLines.text(lines)));
      }
      case Change.Forget(var collections) -> operations.addAll(setAside(collections));
      case Change.OfPeers ofPeers -> peerChanges.add(ofPeers);
      case Change.OfFiles ofFiles -> {
        FileRedo.requireWritable(node, ofFiles);
        operations.add(ofFiles);
      }
    }
  }

  private void put(Keyed in, String key, byte[] value) {
    if (FileStore.isMembers(in)) {
      store.members(in).put(members(in), key, value);
    } else if (FileStore.isDays(in)) {
      remember(in, key, value);
    } else {
      operations.add(new Operation.Write(store.files(in).file(key), value));
    }
    // The files of indexes appear with the first entry, even when nothing follows from it.
    in.indexes().stream()
        .map(Collection.Index::into)
        .filter(FileStore::isMembers)
        .forEach(this::members);
  }

  /** Adds an entry unless its key exists; the first value stays. */
  private void remember(Keyed in, String key, byte[] value) {
    DayFiles days = store.days(in);
    if (remembered.add(in.name() + " " + key) && days.read(key).isEmpty()) {
      operations.append(days.today(), days.line(key, value) + "\n");
    }
  }

  private void delete(Keyed in, String key) {
    if (FileStore.isDays(in)) {
      throw new IllegalArgumentException(in.name() + " forgets by itself");
    }
    if (FileStore.isMembers(in)) {
      members(in).remove(key);
    } else {
      operations.remove(new Operation.Delete(store.files(in).file(key)));
    }
  }

  private void move(Change.Move move) {
    if (!FileStore.isInFiles(move.from()) || !FileStore.isInFiles(move.to())) {
      Optional<byte[]> value = move.value().or(() -> store.read(move.from(), move.key()));
      value.ifPresent(bytes -> put(move.to(), freeKey(move.to(), move.wanted()), bytes));
      delete(move.from(), move.key());
      return;
    }
    Path file = store.files(move.from()).file(move.key());
    move.value().ifPresent(value -> operations.add(new Operation.Write(file, value)));
    moveFile(file, store.files(move.to()).file(move.wanted()));
  }

  /** Moves a folder at once, unless its name is taken. */
  private void moveGroup(Keyed from, String group, Keyed to) {
    Path folder = store.files(from).folder(group);
    Path target = store.files(to).folder(group);
    if (!node.disk().exists(target)) {
      operations.remove(new Operation.Move(folder, target));
      return;
    }
    List<Path> files = node.disk().files(folder);
    files.forEach(file -> moveFile(file, target.resolve(file.getFileName())));
    if (entries(folder) == files.size()) {
      operations.remove(new Operation.Delete(folder));
    }
  }

  /** Counts the entries of a folder, hidden ones and folders included. */
  private long entries(Path folder) {
    return node.disk().names(folder).size();
  }

  private void fill(Change.Fill fill) {
    if (FileStore.isDays(fill.in())) {
      fillDays(fill);
      return;
    }
    if (FileStore.isMembers(fill.in())) {
      if (fill.entries().isEmpty() && members(fill.in()).isEmpty()) {
        members.remove(fill.in());
        return;
      }
      members.put(fill.in(), store.members(fill.in()).parse(fill.entries()));
      return;
    }
    store.keys(fill.in()).stream()
        .filter(key -> !fill.entries().containsKey(key))
        .forEach(key -> delete(fill.in(), key));
    fill.entries().forEach((key, value) -> put(fill.in(), key, value));
  }

  private void fillDays(Change.Fill fill) {
    DayFiles days = store.days(fill.in());
    List<String> lines = new ArrayList<>();
    fill.entries().forEach((key, value) -> lines.add(days.line(key, value)));
    lines.sort(null);
    operations.add(Operation.write(days.newPart(lines.size()), FileLines.text(lines)));
    days.files().forEach(file -> operations.remove(new Operation.Delete(file)));
  }

  private TreeMap<String, JsonValue> members(Keyed in) {
    return members.computeIfAbsent(in, _ -> store.members(in).load());
  }

  /**
   * Moves a file to a name that replaces nothing, neither there nor among the moves of this set;
   * chosen before the journal is written.
   */
  private void moveFile(Path file, Path wanted) {
    Path free =
        FreeName.of(wanted, target -> node.disk().exists(target) || !moveTargets.add(target));
    operations.remove(new Operation.Move(file, free));
  }

  private String freeKey(Keyed to, String wanted) {
    String free = wanted;
    for (int i = 2; store.read(to, free).isPresent(); i++) {
      free = wanted + "-" + i;
    }
    return free;
  }

  /**
   * Moves all that the file store keeps into {@code runtime/store-set-aside-TIME/}, each at its
   * place there, so that nothing is deleted by a program.
   */
  private List<Operation> setAside(List<Collection> collections) {
    NodeHome home = node.home();
    Path folder =
        FreeName.of(
            home.runtime().resolve(SetAside.STORE + node.now().inFileName()), node.disk()::exists);
    Set<Path> paths = new TreeSet<>(List.of(home.peers()));
    collections.forEach(collection -> paths.addAll(paths(collection)));
    return paths.stream()
        .filter(path -> !paths.contains(path.getParent()) && node.disk().exists(path))
        .<Operation>map(
            path -> new Operation.Move(path, folder.resolve(home.runtime().relativize(path))))
        .toList();
  }

  private List<Path> paths(Collection collection) {
    return switch (collection) {
      case Keyed keyed -> List.of(keyed.layout().root(node.home()));
      case Streamed stream -> {
        FileLines files = new FileLines(node, stream);
        yield Stream.concat(Stream.of(files.file()), files.months().stream().map(files::archive))
            .toList();
      }
    };
  }
}
