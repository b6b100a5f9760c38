package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.time.YearMonth;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.LogTail;
import org.sovereignbook.sbp.store.Logs;

/** {@code session-log.md}, {@code ops-log.md} and their archives, one a month. */
final class FileLogs implements Logs {
  private static final String MARKDOWN = ".md";

  private final Node node;

  FileLogs(Node node) {
    this.node = node;
  }

  @Override
  public List<String> lines(LogFile log) {
    return text(log.in(node.home())).lines().toList();
  }

  @Override
  public List<YearMonth> months(LogFile log) {
    String prefix = log.archivePrefix();
    List<YearMonth> months = new ArrayList<>();
    for (Path file : node.disk().files(node.home().runtime())) {
      String name = file.getFileName().toString();
      if (name.startsWith(prefix) && name.endsWith(MARKDOWN)) {
        month(name.substring(prefix.length(), name.length() - MARKDOWN.length()))
            .ifPresent(months::add);
      }
    }
    months.sort(null);
    return List.copyOf(months);
  }

  @Override
  public List<String> archived(LogFile log, YearMonth month) {
    return text(log.archiveIn(node.home(), month)).lines().toList();
  }

  @Override
  public LogTail tail(LogFile log) {
    return new FileLogTail(node.disk(), log.in(node.home()));
  }

  /** The archive and the log afterwards, both whole: unlike an append that can be repeated. */
  List<Operation> condense(Change.CondenseLog change) {
    List<String> lines = lines(change.log());
    int replaced = Math.min(change.replaced(), lines.size());
    int archivedFrom = Math.max(0, replaced - change.archived());
    List<String> after = new ArrayList<>(change.summary());
    after.addAll(lines.subList(replaced, lines.size()));
    List<Operation> operations = new ArrayList<>();
    if (archivedFrom < replaced) {
      Path archive = change.log().archiveIn(node.home(), change.at());
      String archived = text(archive);
      String separator = archived.isEmpty() || archived.endsWith("\n") ? "" : "\n";
      operations.add(
          new Operation.Write(
              archive, archived + separator + text(lines.subList(archivedFrom, replaced))));
    }
    operations.add(new Operation.Write(change.log().in(node.home()), text(after)));
    return operations;
  }

  /** Each line with its end. */
  static String text(List<String> lines) {
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }

  private String text(Path file) {
    return node.readText(file).orElse("");
  }

  private static Optional<YearMonth> month(String text) {
    try {
      return Optional.of(YearMonth.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
