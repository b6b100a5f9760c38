package org.sovereignbook.sbp.store.file;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.LogTail;

/** A stream as a text file, with an archive beside it for each month. */
record FileLines(Node node, Streamed stream) {

  Path file() {
    return stream.in(node.home());
  }

  Path archive(YearMonth month) {
    return stream.archiveIn(node.home(), month);
  }

  List<String> lines() {
    return text(file()).lines().toList();
  }

  List<YearMonth> months() {
    Path folder = Optional.ofNullable(file().getParent()).orElse(node.home().runtime());
    return node.disk().files(folder).stream()
        .flatMap(file -> stream.monthOf(file).filter(month -> archive(month).equals(file)).stream())
        .sorted()
        .toList();
  }

  List<String> archived(YearMonth month) {
    return text(archive(month)).lines().toList();
  }

  LogTail tail() {
    return new Tail(node.disk(), file());
  }

  /** Rewrites archive and file completely, because an append cannot be repeated safely. */
  List<Operation> condense(Change.Condense change) {
    List<String> lines = lines();
    int replaced = Math.min(change.replaced(), lines.size());
    int archivedFrom = Math.max(0, replaced - change.archived());
    List<String> after = new ArrayList<>(change.summary());
    after.addAll(lines.subList(replaced, lines.size()));
    List<Operation> operations = new ArrayList<>();
    if (archivedFrom < replaced) {
      Path archive = archive(Streamed.month(change.at()));
      String archived = text(archive);
      String separator = archived.isEmpty() || archived.endsWith("\n") ? "" : "\n";
      operations.add(
          Operation.write(
              archive, archived + separator + text(lines.subList(archivedFrom, replaced))));
    }
    operations.add(Operation.write(file(), text(after)));
    return operations;
  }

  /** Returns each line with its end. */
  static String text(List<String> lines) {
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }

  private String text(Path file) {
    return node.readText(file).orElse("");
  }

  /**
   * Reader of the lines added to a log file. A log that got shorter was compacted or rotated: its
   * lines were shown before, so only later ones are new. A line without its end waits for it. Not
   * thread-safe.
   */
  private static final class Tail implements LogTail {
    private final Disk disk;
    private final Path file;
    private long shownBytes;

    Tail(Disk disk, Path file) {
      this.disk = disk;
      this.file = file;
    }

    @Override
    public List<String> added() {
      long size = disk.sizeBytes(file);
      if (size < shownBytes) {
        shownBytes = size;
      }
      if (size == shownBytes) {
        return List.of();
      }
      byte[] bytes = disk.read(file).orElse(new byte[0]);
      List<String> lines = new ArrayList<>();
      int start = (int) Math.min(shownBytes, bytes.length);
      for (int i = start; i < bytes.length; i++) {
        if (bytes[i] == '\n') {
          lines.add(new String(bytes, start, i - start, StandardCharsets.UTF_8));
          start = i + 1;
        }
      }
      shownBytes = start;
      return lines;
    }
  }
}
