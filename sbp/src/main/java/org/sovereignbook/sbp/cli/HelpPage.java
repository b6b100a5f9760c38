package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.frontend.command.Argument;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.OwnerOptions;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Table;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A help page: the usage, the command's own arguments with every choice and range, its subcommands,
 * its footer and its examples. The options of every command are one line.
 */
final class HelpPage {
  private static final int PAGE_COLUMNS = 80;
  private static final int MOST_COLUMNS = 100;
  private static final int MAX_NAME_COLUMNS = 26;
  private static final String PROGRAM = "sbp ";
  private static final String OWNERS =
      "and the global options (--proof, --home, --json, ...):  sbp help options";
  private static final String GLOBAL =
      "and the global options (--home, --json, --color, ...):  sbp help options";

  private final CommandLine line;
  private final CommandInfo command;
  private final int columns;
  private final List<String> page = new ArrayList<>();

  private HelpPage(CommandLine line, int columns) {
    this.line = line;
    String name = line.getCommandSpec().qualifiedName().substring(PROGRAM.length());
    this.command = CommandInfo.of(line, name, "");
    this.columns = Math.min(columns, MOST_COLUMNS);
  }

  /** Returns the whole page for a screen of usual width. */
  static String of(CommandLine line) {
    return of(line, PAGE_COLUMNS);
  }

  /** Returns the whole page. */
  static String of(CommandLine line, int columns) {
    return new HelpPage(line, columns).text();
  }

  /** Returns the page about the options of every command. */
  static String ofOptions(CommandLine any, int columns) {
    HelpPage page = new HelpPage(any, columns);
    page.page.add("options of every command, before or after its name:");
    page.arguments(page.command.options().stream().filter(Argument::shared).toList());
    page.page.add("");
    page.page.add("of commands that only you may give, so that you need no terminal:");
    int width = OwnerOptions.PASSPHRASE_FILE.length() + " FILE".length();
    page.row(OwnerOptions.PROOF + " PROOF", "what sbp access prove printed for this", width);
    page.row(OwnerOptions.PASSPHRASE_FILE + " FILE", "your passphrase", width);
    page.page.add("");
    page.page.add("example:");
    page.page.add("  sbp --home my-agent status --json");
    return String.join("\n", page.page) + "\n";
  }

  private String text() {
    boolean isOwners = command.options().stream().anyMatch(HelpPage::isProof);
    List<Argument> own =
        command.options().stream()
            .filter(option -> !option.shared() && !(isOwners && isOfOwner(option)))
            .toList();
    String parts = line.getSubcommands().isEmpty() ? "" : " [COMMAND]";
    page.add("Usage: sbp " + command.usage() + parts + (own.isEmpty() ? "" : " [OPTION]..."));
    page.addAll(Table.wrap(command.description(), columns));
    List<Argument> all = new ArrayList<>(command.parameters());
    all.addAll(own);
    if (!all.isEmpty()) {
      page.add("");
      arguments(all);
    }
    subcommands();
    page.add(isOwners ? OWNERS : GLOBAL);
    footer();
    page.add("example:");
    command.examples().forEach(example -> page.add("  " + example));
    return String.join("\n", page) + "\n";
  }

  private static boolean isProof(Argument option) {
    return option.spellings().contains(OwnerOptions.PROOF);
  }

  private static boolean isOfOwner(Argument option) {
    return isProof(option) || option.spellings().contains(OwnerOptions.PASSPHRASE_FILE);
  }

  private void arguments(List<Argument> arguments) {
    List<String> names = arguments.stream().map(HelpPage::name).toList();
    int width =
        names.stream()
            .mapToInt(String::length)
            .filter(length -> length <= MAX_NAME_COLUMNS)
            .max()
            .orElse(0);
    for (int i = 0; i < arguments.size(); i++) {
      row(names.get(i), meaning(arguments.get(i)), width);
    }
  }

  private void row(String name, String meaning, int width) {
    String gap = " ".repeat(width + 4);
    List<String> lines = Table.wrap(meaning, Math.max(columns - gap.length(), MAX_NAME_COLUMNS));
    String first = lines.isEmpty() ? "" : lines.getFirst();
    if (name.length() > width) {
      page.add("  " + name);
      lines.forEach(text -> page.add(gap + text));
      return;
    }
    page.add(("  " + name + " ".repeat(width - name.length()) + "  " + first).stripTrailing());
    lines.stream().skip(1).forEach(text -> page.add(gap + text));
  }

  private static String name(Argument argument) {
    String spellings = String.join(", ", argument.spellings());
    String more = argument.repeatable() ? "..." : "";
    return (spellings + " " + argument.label()).strip() + more;
  }

  /** Returns the meaning, with the choices and the range unless the description has them. */
  private static String meaning(Argument argument) {
    StringBuilder meaning = new StringBuilder(argument.description());
    List<String> choices = argument.words();
    boolean areTold = choices.stream().allMatch(argument.description()::contains);
    if (!choices.isEmpty() && !argument.isTruth() && !areTold) {
      meaning.append(": ").append(String.join(", ", choices));
    }
    argument
        .minimum()
        .map(least -> new Range(least, argument.maximum().orElse(Long.MAX_VALUE)))
        .ifPresent(range -> meaning.append("; ").append(range));
    return meaning.toString();
  }

  private void subcommands() {
    if (command.commands().isEmpty()) {
      return;
    }
    if (command.options().stream().allMatch(Argument::shared)) {
      page.add("");
    }
    int width = command.commands().stream().mapToInt(one -> one.name().length()).max().orElse(0);
    command.commands().forEach(one -> row(one.name(), one.description(), width));
  }

  /** Adds the footer; lines that follow each other are a paragraph, an indented line stays. */
  private void footer() {
    CommandSpec spec = line.getCommandSpec();
    StringBuilder paragraph = new StringBuilder();
    List<String> lines = List.of(spec.usageMessage().footer());
    if (!lines.isEmpty()) {
      page.add("");
    }
    for (String text : lines) {
      if (text.isBlank() || text.startsWith(" ")) {
        end(paragraph);
        page.add(text);
      } else {
        paragraph.append(paragraph.isEmpty() ? "" : " ").append(text.strip());
      }
    }
    end(paragraph);
    if (!lines.isEmpty()) {
      page.add("");
    }
  }

  private void end(StringBuilder paragraph) {
    if (!paragraph.isEmpty()) {
      page.addAll(Table.wrap(paragraph.toString(), columns));
      paragraph.setLength(0);
    }
  }
}
