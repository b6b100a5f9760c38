package org.sovereignbook.sbp.plugins.team;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Long-term memory of a member (AGENT-STACK §7): its accepted tasks, of which the most similar ones
 * are shown with a new task. It is filled from the board before each task, so that work is
 * remembered only after its verdict, once, and also if a process was killed in between. A task is
 * never held up by its memory: errors are logged.
 */
record LongMemory(
    Ledger ledger, MemberActions actions, EpisodeStore store, int most, Consumer<String> log)
    implements AutoCloseable {
  /** How many of the newest accepted tasks are looked for in the store before a task. */
  private static final int NEWEST_TASKS = 50;

  private static final int KEPT_CHARACTERS = 1_000;
  private static final int SHOWN_CHARACTERS = 300;
  private static final int QUERY_CHARACTERS = 500;

  /** Returns the accepted tasks to show with a task; none if its cause may not see them. */
  List<EpisodeStore.Recalled> recall(MemberPrompt.Known known) throws InterruptedException {
    if (!known.seesShared()) {
      return List.of();
    }
    Task task = known.task();
    String query = Cut.after(task.title() + "\n" + task.description().orElse(""), QUERY_CHARACTERS);
    try {
      remember();
      List<EpisodeStore.Recalled> found = most == 0 ? List.of() : store.find(query, most);
      actions.isShown(ledger.read(tx -> causes(tx, found)));
      return found.stream()
          .map(
              one -> new EpisodeStore.Recalled(one.task(), Cut.after(one.text(), SHOWN_CHARACTERS)))
          .toList();
    } catch (IOException | SocietyException | IllegalStateException e) {
      return without(e);
    } catch (RuntimeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      return without(e);
    }
  }

  private List<EpisodeStore.Recalled> without(Exception failure) {
    log.accept("long-term memory: " + PeerText.plain(String.valueOf(failure.getMessage())));
    return List.of();
  }

  private void remember() throws IOException, InterruptedException {
    List<String> accepted =
        ledger.read(tx -> Board.in(tx).accepted(actions.agent().principal(), NEWEST_TASKS));
    if (accepted.isEmpty()) {
      return;
    }
    Set<String> known = store.known(accepted);
    List<EpisodeStore.Episode> missing =
        ledger.read(
            tx -> {
              List<EpisodeStore.Episode> episodes = new ArrayList<>();
              for (String task : accepted) {
                if (!known.contains(task)) {
                  episode(tx, task).ifPresent(episodes::add);
                }
              }
              return episodes;
            });
    if (!missing.isEmpty()) {
      store.keep(missing);
    }
  }

  /** Returns a task with its accepted result; empty if its cause may not see the member's work. */
  private static Optional<EpisodeStore.Episode> episode(Transaction tx, String id) {
    Task task = Board.in(tx).task(id);
    Authority cause = tx.authority(task.row().authorityId()).orElse(Authority.SYSTEM);
    return Access.data(tx, cause) == DataAccess.NONE
        ? Optional.empty()
        : Board.in(tx).attempts(id).stream()
            .filter(attempt -> attempt.row().ending().equals(Optional.of("accepted")))
            .findFirst()
            .flatMap(attempt -> episode(task, attempt, causes(tx, task)));
  }

  private static List<Authority> causes(Transaction tx, List<EpisodeStore.Recalled> found) {
    return found.stream()
        .flatMap(one -> Board.in(tx).find(one.task()).stream())
        .flatMap(task -> causes(tx, task).stream())
        .toList();
  }

  private static List<Authority> causes(Transaction tx, Task task) {
    return Stream.concat(
            tx.authority(task.row().authorityId()).stream(),
            Board.in(tx).authors(List.of(task.id())).stream())
        .toList();
  }

  private static Optional<EpisodeStore.Episode> episode(
      Task task, TaskAttempt attempt, List<Authority> causes) {
    return attempt
        .result()
        .map(
            result ->
                new EpisodeStore.Episode(
                    task.id(),
                    task.title(),
                    "%s%n%n%s%n%nIt was asked: %s"
                        .formatted(
                            task.title(),
                            Cut.after(result, KEPT_CHARACTERS),
                            Cut.after(task.description().orElse(task.title()), KEPT_CHARACTERS)),
                    attempt.row().endedAt().orElse(Instant.EPOCH),
                    causes));
  }

  @Override
  public void close() {
    store.close();
  }
}
