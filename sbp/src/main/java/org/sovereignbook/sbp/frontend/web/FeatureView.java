package org.sovereignbook.sbp.frontend.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.Resources;

/**
 * A view of the owner's page. It is shown at {@code #NAME}, unless another view has that name.
 *
 * @param name lower-case letters, digits and hyphens
 * @param title its name for people
 * @param module the text of its ES module, whose default export has a function {@code draw(page)};
 *     read whenever a browser asks for it
 * @param reads the commands whose documents it shows, such as {@code chain list}, which it reads as
 *     {@code chain/list}
 * @param actions the commands that it runs for the owner
 * @param proven the commands that it runs for the owner with a passphrase, or a proof by a key
 */
public record FeatureView(
    String name,
    String title,
    Supplier<byte[]> module,
    List<String> reads,
    List<String> actions,
    List<String> proven) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

  public FeatureView {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          name + " cannot name a view: lower-case letters, digits and hyphens, a letter first");
    }
    reads = List.copyOf(reads);
    actions = List.copyOf(actions);
    proven = List.copyOf(proven);
  }

  /** Makes one whose module is a file beside a class. It calls no command yet. */
  public static FeatureView beside(Class<?> type, String file, String name, String title) {
    return new FeatureView(name, title, () -> read(type, file), List.of(), List.of(), List.of());
  }

  /** Returns the same with the commands whose documents it shows. */
  public FeatureView withReads(String... commands) {
    return new FeatureView(name, title, module, List.of(commands), actions, proven);
  }

  /** Returns the same with the commands that it runs. */
  public FeatureView withActions(String... commands) {
    return new FeatureView(name, title, module, reads, List.of(commands), proven);
  }

  /** Returns the same with the commands that it runs with a proof of the owner. */
  public FeatureView withProven(String... commands) {
    return new FeatureView(name, title, module, reads, actions, List.of(commands));
  }

  private static byte[] read(Class<?> type, String file) {
    try {
      return Resources.bytes(type, file)
          .orElseThrow(() -> new IllegalStateException(file + " is missing beside " + type));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
