package org.sovereignbook.sbp.cli.keep;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.JBangProgram;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.runtime.plugin.ApiVersion;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.runtime.plugin.Provision;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp plugin new}: writes a plugin that is complete in one file, for JBang to build; a
 * feature has another one for its view.
 */
@Command(name = "new", description = "write a plugin in one file of Java, which JBang builds")
@Prints(PluginNew.Written.class)
@Exit(code = ExitCode.REFUSED, means = "the file is there already")
final class PluginNew implements Subcommand {
  @Mixin OutputOptions options = new OutputOptions();

  @Option(names = "--store", description = "a store, not an LLM backend")
  boolean store;

  @Option(names = "--feature", description = "a feature: commands, tools, a table, a view, a test")
  boolean feature;

  @Parameters(
      paramLabel = "NAME",
      description = "its name in the configuration: lower-case letters, digits, hyphens")
  String name = "";

  /**
   * The files of a plugin, and the commands for them.
   *
   * @param file the first of the files, that of Java
   */
  record Written(
      LocalPath file,
      List<LocalPath> files,
      Provision provides,
      String build,
      String install,
      Optional<String> test) {}

  @Override
  public ExitCode run(Session session) {
    if (store && feature) {
      throw CliException.wrong("plugin new: either --store or --feature");
    }
    ExtensionKind<?> kind =
        feature ? ExtensionKind.FEATURE : store ? ExtensionKind.STORE : ExtensionKind.LLM;
    String className = className(session, kind);
    Map<String, String> values =
        Map.of(
            "name",
            name,
            "table",
            name.replace('-', '_'),
            "class",
            className,
            "api",
            ApiVersion.CURRENT.toString(),
            "jbang",
            JBangProgram.word(session.world()),
            "class_path",
            classPath(session));
    SequencedMap<Path, String> texts = new LinkedHashMap<>();
    texts.put(
        session.world().path(Path.of(className + ".java")),
        Resources.fill("plugin/" + kind + ".java", values));
    if (feature) {
      texts.put(
          session.world().path(Path.of(name + ".js")), Resources.fill("plugin/feature.js", values));
    }
    write(session.world().disk(), texts);
    print(session, kind, className, List.copyOf(texts.keySet()));
    return ExitCode.DONE;
  }

  /** Writes all files, or none where one is there already. */
  private static void write(Disk disk, SequencedMap<Path, String> texts) {
    texts.keySet().stream().filter(disk::exists).findFirst().ifPresent(PluginNew::refuse);
    texts.forEach(
        (file, text) -> {
          if (!disk.create(file, text.getBytes(StandardCharsets.UTF_8))) {
            refuse(file);
          }
        });
  }

  private static void refuse(Path file) {
    throw CliException.refused(PeerText.plain(file.toString()) + " is there already");
  }

  private void print(Session session, ExtensionKind<?> kind, String className, List<Path> files) {
    Output output = session.output();
    String build =
        "%s export local --force -O %s.jar %s.java"
            .formatted(JBangProgram.word(session.world()), name, className);
    String install = "sbp plugin install " + name + ".jar";
    Optional<String> test =
        feature ? Optional.of("sbp script " + className + ".java") : Optional.empty();
    files.forEach(file -> output.line("wrote     " + PeerText.plain(file.toString())));
    output.line("build     " + build);
    test.ifPresent(command -> output.line("test      " + command));
    output.line("accept    " + install);
    output.line(use());
    List<LocalPath> written = files.stream().map(LocalPath::new).toList();
    output.json(
        new Written(written.getFirst(), written, new Provision(kind, name), build, install, test));
  }

  private String use() {
    if (feature) {
      return "try       sbp " + name + " add 'high water at noon' && sbp " + name + " list";
    }
    return store
        ? "choose    \"store\": {\"backend\": \"" + name + "\"} in scheduler-config.json"
        : "try       sbp agent run reader --llm " + name;
  }

  private boolean isCommand(Session session) {
    return session.commands().catalog().firstLevel().stream()
        .anyMatch(one -> one.name().equals(name));
  }

  /** Returns the class name for a plugin's name: {@code MyEcho} for {@code my-echo}. */
  private String className(Session session, ExtensionKind<?> kind) {
    if (!Provision.isName(name) || !Character.isLetter(name.charAt(0))) {
      throw CliException.wrong(
          PeerText.quote(name)
              + " cannot name an extension: 1 to 40 lower-case letters, digits and hyphens,"
              + " a letter first");
    }
    if (feature && isCommand(session)) {
      throw CliException.wrong("sbp " + name + " is a command of the program already");
    }
    if (kind.own().containsKey(name)) {
      throw CliException.wrong(name + " is the program's own");
    }
    return Arrays.stream(name.split("-+"))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }

  /**
   * Returns the class path of this program: the extension API, and PF4J with its annotation
   * processor.
   */
  private static String classPath(Session session) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> session.world().workingFolder().resolve(entry).toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
