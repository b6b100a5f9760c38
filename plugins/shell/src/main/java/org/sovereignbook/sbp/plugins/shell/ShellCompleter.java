package org.sovereignbook.sbp.plugins.shell;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.sovereignbook.sbp.frontend.command.Argument;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.NodeWords;
import org.sovereignbook.sbp.node.PeerText;

/** Completion of the next word: commands, options, peers, IDs, files, choices. */
record ShellCompleter(
    Catalog catalog, List<CommandInfo> ownCommands, NodeWords node, Supplier<Path> workingFolder)
    implements Completer {
  private static final String PROGRAM = "sbp";

  ShellCompleter {
    ownCommands = List.copyOf(ownCommands);
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    List<String> before = line.words().subList(0, line.wordIndex());
    complete(before, line.word(), candidates);
  }

  void complete(List<String> words, String word, List<Candidate> candidates) {
    boolean named = !words.isEmpty() && words.getFirst().equals(PROGRAM);
    Place place = Place.behind(named ? words.subList(1, words.size()) : words, catalog);
    if (place.optionValue().isPresent()) {
      values(place.optionValue().get(), word, "", candidates);
    } else if (word.startsWith("-")) {
      options(place, word, candidates);
    } else {
      place.commands().forEach(command -> candidates.add(candidate(command)));
      if (words.isEmpty()) {
        ownCommands.forEach(command -> candidates.add(candidate(command)));
      }
      place.argument().ifPresent(value -> values(value, word, "", candidates));
    }
  }

  private static Candidate candidate(CommandInfo command) {
    return new Candidate(
        command.name(), command.name(), null, command.description(), null, null, true);
  }

  private void options(Place place, String word, List<Candidate> candidates) {
    int equals = word.indexOf('=');
    if (equals > 0) {
      place
          .option(word)
          .filter(Argument::takesValue)
          .ifPresent(
              value ->
                  values(
                      value,
                      word.substring(equals + 1),
                      word.substring(0, equals + 1),
                      candidates));
      return;
    }
    for (Argument option : place.options()) {
      for (String name : option.spellings()) {
        candidates.add(new Candidate(name, name, null, option.description(), null, null, true));
      }
    }
  }

  private void values(Argument value, String word, String prefix, List<Candidate> candidates) {
    switch (value.type()) {
      case CHOICE -> value.words().forEach(choice -> add(candidates, prefix + choice, ""));
      case FILE -> files(word, prefix, false, candidates);
      case FOLDER -> files(word, prefix, true, candidates);
      default ->
          node.of(value.kind(), word)
              .forEach(each -> add(candidates, prefix + each.text(), each.description()));
    }
  }

  private static void add(List<Candidate> candidates, String word, String description) {
    if (word.codePoints().anyMatch(PeerText::isUnsafe)) {
      return;
    }
    candidates.add(
        new Candidate(
            word, word, null, description.isEmpty() ? null : description, null, null, true));
  }

  private void files(String word, String prefix, boolean foldersOnly, List<Candidate> candidates) {
    String parent = word.substring(0, word.lastIndexOf('/') + 1);
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(workingFolder.get().resolve(parent))) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        boolean isFolder = Files.isDirectory(entry);
        boolean hidden = name.startsWith(".") && !word.substring(parent.length()).startsWith(".");
        boolean unsafe = name.codePoints().anyMatch(PeerText::isUnsafe);
        if (!hidden && !unsafe && (isFolder || !foldersOnly)) {
          String shown = isFolder ? name + "/" : name;
          candidates.add(
              new Candidate(prefix + parent + shown, shown, null, null, null, null, !isFolder));
        }
      }
    } catch (IOException | InvalidPathException e) {
      // The folder does not exist or cannot be read, so there are no completions.
      return;
    }
  }
}
