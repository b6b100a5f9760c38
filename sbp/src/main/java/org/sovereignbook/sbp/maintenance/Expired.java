package org.sovereignbook.sbp.maintenance;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.InboxId;

/** What has been kept long enough. */
final class Expired {
  private Expired() {}

  /**
   * The changes that move old folders of {@code sent/} to {@code sent-archive/}, folder by folder.
   */
  static List<List<Change>> sentFolders(Node node, int keepDays) {
    LocalDate today = LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC);
    List<List<Change>> moves = new ArrayList<>();
    for (Path folder : node.disk().folders(node.home().sent())) {
      boolean old =
          date(folder).filter(date -> date.isBefore(today.minusDays(keepDays))).isPresent();
      if (old) {
        moves.add(move(node, folder));
      }
    }
    return moves;
  }

  /** The envelopes in {@code inbox/processed/} and {@code inbox/rejected/} that are too old. */
  static List<Path> inboxFiles(Node node, int keepDays) {
    Instant keptFrom = node.clock().instant().minus(Duration.ofDays(keepDays));
    return Stream.of(node.home().inboxProcessed(), node.home().inboxRejected())
        .flatMap(folder -> node.disk().files(folder).stream())
        .filter(file -> arrival(file).isBefore(keptFrom))
        .toList();
  }

  /** A folder moves in one piece, unless the archive holds one of that day already. */
  private static List<Change> move(Node node, Path folder) {
    Path target = node.home().sentArchive().resolve(folder.getFileName());
    if (!node.disk().exists(target)) {
      return List.of(new Change.MoveFile(folder, target));
    }
    List<Change> changes = new ArrayList<>();
    Set<Path> taken = new HashSet<>(node.disk().files(target));
    List<Path> files = node.disk().files(folder);
    for (Path file : files) {
      changes.add(
          new Change.MoveFile(
              file, FreeName.of(target.resolve(file.getFileName()), path -> !taken.add(path))));
    }
    if (FolderWalk.countFiles(folder) == files.size()) {
      changes.add(new Change.RemoveFile(folder));
    }
    return changes;
  }

  private static Optional<LocalDate> date(Path folder) {
    try {
      return Optional.of(LocalDate.parse(folder.getFileName().toString()));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** By the name, which says when the envelope arrived, or else by the file's own time. */
  private static Instant arrival(Path file) {
    String name = file.getFileName().toString();
    try {
      return new InboxId(name).received().orElseGet(() -> FolderWalk.modified(file));
    } catch (IllegalArgumentException e) {
      return FolderWalk.modified(file);
    }
  }
}
