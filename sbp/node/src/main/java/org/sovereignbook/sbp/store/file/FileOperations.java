package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.store.Change;

/** Operations in the order in which a commit does them: writes, appends, removals. */
final class FileOperations {
  private final List<Operation> writes = new ArrayList<>();
  private final Map<Path, StringBuilder> appended = new LinkedHashMap<>();
  private final List<Operation> removals = new ArrayList<>();

  void add(Operation write) {
    writes.add(write);
  }

  void addAll(List<Operation> more) {
    writes.addAll(more);
  }

  void append(Path file, String text) {
    appended.computeIfAbsent(file, _ -> new StringBuilder()).append(text);
  }

  void remove(Operation removal) {
    removals.add(removal);
  }

  void add(Change.OfFiles change) {
    switch (change) {
      case Change.WriteFile(Path file, String text) -> add(Operation.write(file, text));
      case Change.AppendFile(Path file, String text) -> append(file, text);
      case Change.MoveFile(Path from, Path to) -> remove(new Operation.Move(from, to));
      case Change.RemoveFile(Path file) -> remove(new Operation.Delete(file));
    }
  }

  List<Operation> inOrder() {
    List<Operation> all = new ArrayList<>(writes);
    appended.forEach((file, text) -> all.add(new Operation.Append(file, text.toString())));
    all.addAll(removals);
    return List.copyOf(all);
  }
}
