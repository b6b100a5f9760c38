package org.sovereignbook.sbp.cli.keep;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
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

/** {@code sbp plugin new}: writes a plugin that is complete in one file, for JBang to build. */
@Command(name = "new", description = "write a plugin in one file of Java, which JBang builds")
@Prints(PluginNew.Written.class)
@Exit(code = ExitCode.REFUSED, means = "the file is there already")
final class PluginNew implements Subcommand {
  @Mixin OutputOptions options = new OutputOptions();

  @Option(names = "--store", description = "a store, not an LLM backend")
  boolean store;

  @Option(names = "--feature", description = "a feature: commands, tools, a table, an event")
  boolean feature;

  @Parameters(
      paramLabel = "NAME",
      description = "its name in the configuration: lower-case letters, digits, hyphens")
  String name = "";

  record Written(LocalPath file, Provision provides, String build, String install) {}

  @Override
  public ExitCode run(Session session) {
    if (store && feature) {
      throw CliException.wrong("plugin new: either --store or --feature");
    }
    ExtensionKind<?> kind =
        feature ? ExtensionKind.FEATURE : store ? ExtensionKind.STORE : ExtensionKind.LLM;
    String className = className(session, kind);
    Path file = session.world().path(Path.of(className + ".java"));
    String text =
        Resources.fill(
            "plugin/" + kind + ".java",
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
                classPath(session)));
    if (!session.world().disk().create(file, text.getBytes(StandardCharsets.UTF_8))) {
      throw CliException.refused(PeerText.plain(file.toString()) + " is there already");
    }
    print(session, kind, className, file);
    return ExitCode.DONE;
  }

  private void print(Session session, ExtensionKind<?> kind, String className, Path file) {
    Output output = session.output();
    String build =
        "%s export local --force -O %s.jar %s.java"
            .formatted(JBangProgram.word(session.world()), name, className);
    String install = "sbp plugin install " + name + ".jar";
    output.line("wrote     " + PeerText.plain(file.toString()));
    output.line("build     " + build);
    output.line("accept    " + install);
    output.line(use());
    output.json(new Written(new LocalPath(file), new Provision(kind, name), build, install));
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
