package org.sovereignbook.sbp.testing;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The latest commands of each running test. A failed test shows them with their exit codes, their
 * standard output and their standard error, whichever of these the failed assertion looked at.
 * JUnit finds this extension by itself (META-INF/services).
 */
public final class RanCommands implements BeforeEachCallback, AfterEachCallback {
  private static final int MAX_COMMANDS = 3;
  private static final int MAX_CHARS = 4_000;

  /** Threads that a test starts share its commands. */
  private static final InheritableThreadLocal<Deque<String>> OF_TEST =
      new InheritableThreadLocal<>() {
        @Override
        protected Deque<String> initialValue() {
          return new ConcurrentLinkedDeque<>();
        }
      };

  /** Commands in the form in which a failed test's stack trace shows them: as suppressed. */
  private static final class CommandsOfThisTest extends Throwable {
    private static final long serialVersionUID = 1;

    CommandsOfThisTest(String commands) {
      super(commands, null, false, false);
    }
  }

  /** Notes a command of the test that runs in this thread. */
  public static void note(Iterable<String> words, Object exit, String out, String err) {
    Deque<String> commands = OF_TEST.get();
    commands.addLast(
        "$ %s   (exit code: %s)\n-- standard output:\n%s\n-- standard error:\n%s"
            .formatted(String.join(" ", words), exit, end(out), end(err)));
    while (commands.size() > MAX_COMMANDS) {
      String _ = commands.removeFirst();
    }
  }

  private static String end(String text) {
    return text.length() > MAX_CHARS ? "…" + text.substring(text.length() - MAX_CHARS) : text;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    OF_TEST.set(new ConcurrentLinkedDeque<>());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Deque<String> commands = OF_TEST.get();
    OF_TEST.remove();
    if (!commands.isEmpty()) {
      context
          .getExecutionException()
          .ifPresent(
              thrown ->
                  thrown.addSuppressed(
                      new CommandsOfThisTest(
                          "the last commands of this test:\n" + String.join("\n", commands))));
    }
  }
}
