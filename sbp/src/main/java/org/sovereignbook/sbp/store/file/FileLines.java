package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Collection.Streamed;

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
    return node.disk().files(file().getParent()).stream()
        .flatMap(file -> stream.monthOf(file).filter(month -> archive(month).equals(file)).stream())
        .sorted()
        .toList();
  }

  List<String> archived(YearMonth month) {
    return text(archive(month)).lines().toList();
  }

  /** The archive and the file afterwards, both whole: unlike an append that can be repeated. */
  List<Operation> condense(Change.Condense change) {
    List<String> lines = lines();
    int replaced = Math.min(change.replaced(), lines.size());
    int archivedFrom = Math.max(0, replaced - change.archived());
    List<String> after = new ArrayList<>(change.summary());
    after.addAll(lines.subList(replaced, lines.size()));
    List<Operation> operations = new ArrayList<>();
    if (archivedFrom < replaced) {
      Path archive = stream.archiveIn(node.home(), change.at());
      String archived = text(archive);
      String separator = archived.isEmpty() || archived.endsWith("\n") ? "" : "\n";
      operations.add(
          Operation.write(
              archive, archived + separator + text(lines.subList(archivedFrom, replaced))));
    }
    operations.add(Operation.write(file(), text(after)));
    return operations;
  }

  /** Each line with its end. */
  static String text(List<String> lines) {
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }

  private String text(Path file) {
    return node.readText(file).orElse("");
  }
}
