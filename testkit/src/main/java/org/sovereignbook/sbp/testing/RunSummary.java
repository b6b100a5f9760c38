package org.sovereignbook.sbp.testing;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Prints one line when the tests of a module are over. JUnit finds this extension by itself
 * (META-INF/services).
 */
public final class RunSummary implements BeforeAllCallback, TestWatcher {

  /** Numbers of one run; JUnit closes it behind the last test. */
  private static final class Counts implements AutoCloseable {
    private final long began = System.nanoTime();
    private final AtomicInteger passed = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger skipped = new AtomicInteger();

    @Override
    public void close() {
      System.out.printf(
          "%s: %,d tests passed, %d failed, %d skipped, %d s%n",
          module(),
          passed.get(),
          failed.get(),
          skipped.get(),
          (System.nanoTime() - began) / 1_000_000_000);
    }

    private static String module() {
      Path folder = Path.of(System.getProperty("basedir", "")).toAbsolutePath().normalize();
      int names = folder.getNameCount();
      return folder.subpath(Math.max(0, names - 2), names).toString();
    }
  }

  private static Counts counts(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(RunSummary.class))
        .computeIfAbsent(Counts.class, _ -> new Counts(), Counts.class);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    Counts _ = counts(context);
  }

  @Override
  public void testSuccessful(ExtensionContext context) {
    int _ = counts(context).passed.incrementAndGet();
  }

  @Override
  public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
    int _ = counts(context).failed.incrementAndGet();
  }

  @Override
  public void testAborted(ExtensionContext context, @Nullable Throwable cause) {
    int _ = counts(context).skipped.incrementAndGet();
  }

  @Override
  public void testDisabled(ExtensionContext context, Optional<String> reason) {
    int _ = counts(context).skipped.incrementAndGet();
  }
}
