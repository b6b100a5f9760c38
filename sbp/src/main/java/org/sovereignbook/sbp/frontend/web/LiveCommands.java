package org.sovereignbook.sbp.frontend.web;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.frontend.command.CommandTable;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;

/**
 * The commands of the page, which change when the owner switches a feature on or off. Thread-safe.
 */
final class LiveCommands implements Supplier<WebCommands> {
  private final CommandTable table;
  private final Node node;
  private final Consumer<String> log;
  private Optional<Made> made = Optional.empty();

  private record Made(Features on, WebCommands commands) {}

  LiveCommands(CommandTable table, Node node, Consumer<String> log) {
    this.table = table;
    this.node = node;
    this.log = log;
  }

  @Override
  public synchronized WebCommands get() {
    Features on = Features.on(node);
    Made now = made.filter(it -> it.on().equals(on)).orElseGet(() -> make(on));
    made = Optional.of(now);
    return now.commands();
  }

  /** Returns the refusal of a view whose command belongs to a feature that is off. */
  Optional<SocietyException> off(String view) {
    return table
        .off(node, List.of(WebCommands.words(view).split(" ")))
        .map(feature -> SocietyException.featureOff(node, feature));
  }

  private Made make(Features on) {
    WebViews views = WebViews.of(on.of(ViewFeature.class), log);
    return new Made(on, new WebCommands(table.of(node).catalog(), views));
  }
}
