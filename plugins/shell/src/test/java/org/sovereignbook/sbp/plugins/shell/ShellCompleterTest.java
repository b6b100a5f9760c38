package org.sovereignbook.sbp.plugins.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jline.reader.Candidate;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser.ParseContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.NodeWords;
import org.sovereignbook.sbp.frontend.command.ValueKind;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;

class ShellCompleterTest {
  private static final NodeWords NODE =
      new NodeWords() {
        @Override
        public List<PeerWord> peers() {
          return List.of(
              new PeerWord(
                  "Ada of the hills", "AAAAAAAAAAAA", "https://ada.example", "trusted", true),
              new PeerWord("Bob", "BBBBBBBBBBBB", "https://bob.example", "known", false),
              new PeerWord("Bob", "CCCCCCCCCCCC", "https://bob2.example", "known", false),
              new PeerWord("evil\u001b[2J", "EEEEEEEEEEEE", "https://evil.example", "known", true),
              new PeerWord("--force", "FFFFFFFFFFFF", "https://force.example", "known", true));
        }

        @Override
        public List<String> inboxIds() {
          return List.of("2026-03-17T120000Z-ab12");
        }

        @Override
        public List<String> outboxIds() {
          return List.of("replies/2026-03-17T120000Z-cd34-direct");
        }

        @Override
        public List<Word> readables() {
          return List.of(new Word("3f9a0b1c", "Three kinds of fog"));
        }

        @Override
        public List<String> extensions(ExtensionKind<?> kind) {
          return List.of("builtin");
        }

        @Override
        public List<String> plugins() {
          return List.of("llm-echo");
        }

        @Override
        public List<String> agents() {
          return List.of("coder", "reader");
        }

        @Override
        public List<Word> ofFeatures(String kind) {
          return kind.equals("swarm_id") ? List.of(new Word("5wa4", "swarm:audit")) : List.of();
        }

        @Override
        public List<Word> tasks() {
          return List.of(new Word("4f3a09c2d1e5b687", "write the schema"));
        }

        @Override
        public List<String> mails() {
          return List.of("77aa");
        }

        @Override
        public List<Word> events() {
          return List.of(new Word("e1e1", "task.added"));
        }

        @Override
        public List<Word> requests() {
          return List.of(new Word("9f3a", "mail_send"));
        }

        @Override
        public List<Word> drafts() {
          return List.of(new Word("41c0", "reply by reader"));
        }

        @Override
        public List<Word> items() {
          return List.of(new Word("release-steps", "how we release"));
        }
      };

  @TempDir Path folder;

  private List<Candidate> candidates(String line) {
    ShellCompleter completer =
        new ShellCompleter(CommandLines.catalog().withHelp(), OwnCommand.all(), NODE, () -> folder);
    ParsedLine parsed = new ShellParser("").parse(line, line.length(), ParseContext.COMPLETE);
    List<Candidate> candidates = new ArrayList<>();
    completer.complete(parsed.words().subList(0, parsed.wordIndex()), parsed.word(), candidates);
    return candidates;
  }

  /** As JLine narrows them: those that begin with what is typed. */
  private List<String> offered(String line) {
    String word = new ShellParser("").parse(line, line.length(), ParseContext.COMPLETE).word();
    return candidates(line).stream()
        .map(Candidate::value)
        .filter(value -> value.startsWith(word))
        .toList();
  }

  @Test
  void theFirstWordIsACommandOfTheProgramOrTheShell() {
    assertThat(offered(""))
        .contains("init", "peers", "help", "cd", "exit")
        .doesNotContain("warm-up");
    assertThat(offered("sbp pee")).containsExactly("peers");
    assertThat(offered("--json pee")).containsExactly("peers");
    assertThat(offered("status && pee")).containsExactly("peers");
    assertThat(candidates("tic").stream().filter(each -> each.value().equals("tick")).findFirst())
        .map(Candidate::descr)
        .isEqualTo(Optional.of("run whatever is due, until nothing is"));
  }

  @Test
  void behindACommandComeThoseBelowItAndItsOptions() {
    assertThat(offered("peers t")).containsExactly("trust");
    assertThat(offered("peers trust t")).isEmpty();
    assertThat(offered("peers remove --f")).containsExactly("--force");
    assertThat(offered("peers remove --force --f")).isEmpty();
    assertThat(offered("init --seed https://a.example --se")).containsExactly("--seed");
    assertThat(offered("agent -- --")).isEmpty();
  }

  @Test
  void anIdIsOneOfTheKindThatTheCommandTakes() {
    assertThat(offered("task show ")).containsExactly("4f3a09c2d1e5b687");
    assertThat(offered("task add x --blocked-by ")).containsExactly("4f3a09c2d1e5b687");
    assertThat(offered("task dep add 4f3a09c2d1e5b687 ")).containsExactly("4f3a09c2d1e5b687");
    assertThat(offered("mail read ")).containsExactly("77aa");
    assertThat(offered("read ")).containsExactly("3f9a0b1c");
    assertThat(offered("access approve ")).containsExactly("9f3a", "41c0");
    assertThat(offered("access deny 4")).containsExactly("41c0");
    assertThat(offered("access requests ")).containsExactly("41c0");
    for (String line :
        List.of(
            "event show ",
            "access explain ",
            "hook test ",
            "hook retry greeter ",
            "audit list --event ")) {
      assertThat(offered(line)).as(line).containsExactly("e1e1");
    }
    for (String line : List.of("event list --task ", "task list --parent ", "task graph ")) {
      assertThat(offered(line)).as(line).containsExactly("4f3a09c2d1e5b687");
    }
    for (String line :
        List.of(
            "memory read ",
            "memory edit ",
            "memory forget ",
            "memory erase ",
            "memory history ",
            "trust assess ")) {
      assertThat(offered(line)).as(line).containsExactly("release-steps");
    }
    assertThat(offered("swarm status ")).containsExactly("5wa4");
    assertThat(offered("reply ")).containsExactly("3f9a0b1c");
    for (String line : List.of("agent token coder --revoke ", "event subscribe ")) {
      assertThat(offered(line)).as(line).isEmpty();
    }
  }

  @Test
  void everyCommandThatTakesAnIdOffersItsKindOrIsKnownToHaveNone() {
    assertThat(
            CommandLines.catalog()
                .all()
                .flatMap(
                    command ->
                        Stream.concat(command.parameters().stream(), command.options().stream())
                            .filter(argument -> argument.label().equals("ID"))
                            .filter(argument -> argument.type() == ValueKind.TEXT)
                            .map(argument -> command.command() + argument.option().orElse(""))))
        .containsExactlyInAnyOrder(
            "agent token--revoke",
            // Items that were set aside are rare, and each command lists its own.
            "group retry",
            "group drop",
            "hook drop",
            "session retry",
            "session drop",
            "channel retry",
            // Runs are few, and the command lists them.
            "team runs",
            "group create",
            "memory set--of",
            "memory bind--of",
            "memory add--entity",
            "audit list--grant",
            "audit export--grant");
  }

  @Test
  void anOptionsValueIsCompletedBehindABlankAndBehindAnEqualsSign() {
    assertThat(offered("init --pace q")).containsExactly("quiet");
    assertThat(offered("init --pace=q")).containsExactly("--pace=quiet");
    assertThat(offered("init --name ")).isEmpty();
    assertThat(offered("init --name x --lo")).containsExactly("--local");
  }

  @Test
  void peersAreOfferedByNameUnlessTheNameIsNotTheirsAlone() {
    assertThat(offered("peers trust "))
        .containsExactly("Ada of the hills", "BBBBBBBBBBBB", "CCCCCCCCCCCC");
    assertThat(offered("send A")).containsExactly("Ada of the hills", "AAAAAAAAAAAA");
    assertThat(offered("send https://a")).containsExactly("https://ada.example");
    assertThat(offered("send Bob ")).isEmpty();
  }

  @Test
  void noNameOfAPeerReachesTheTerminalAsACodeOrTheProgramAsAnOption() {
    assertThat(candidates("peers trust "))
        .allSatisfy(
            each -> assertThat(each.value() + each.descr()).doesNotContain("\u001b", "--force"));
  }

  /** Returns words of each kind, with a text that steers or a description that does. */
  private static NodeWords poisoned() {
    String evil = "a\nb: c\u001b[2J\u202e\u009b" + "x".repeat(300);
    return (NodeWords)
        Proxy.newProxyInstance(
            NodeWords.class.getClassLoader(),
            new Class<?>[] {NodeWords.class},
            (proxy, method, arguments) -> {
              if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
              }
              String of = method.getGenericReturnType().getTypeName();
              return of.contains("PeerWord")
                  ? List.of(
                      new NodeWords.PeerWord(evil, evil, evil, evil, true),
                      new NodeWords.PeerWord("ok", "key", "https://ok.example", evil, true))
                  : of.contains("Word")
                      ? List.of(new NodeWords.Word(evil, evil), new NodeWords.Word("ok", evil))
                      : List.of(evil, "ok");
            });
  }

  @Test
  void nothingThatANodeStoresReachesTheTerminalAsACode() {
    ShellCompleter completer =
        new ShellCompleter(
            CommandLines.catalog().withHelp(), OwnCommand.all(), poisoned(), () -> folder);
    List<Candidate> all = new ArrayList<>();
    CommandLines.catalog()
        .all()
        .forEach(
            command -> {
              completer.complete(command.path(), "", all);
              command.options().stream()
                  .flatMap(option -> option.spellings().stream())
                  .forEach(name -> completer.complete(command.path(), name + "=", all));
            });
    assertThat(all).extracting(Candidate::value).contains("ok");
    assertThat(all)
        .allSatisfy(
            each ->
                assertThat(each.value() + each.displ() + each.descr())
                    .matches(shown -> shown.codePoints().noneMatch(PeerText::isUnsafe), "is safe"));
  }

  @Test
  void idsAreThoseOfTheBox() {
    assertThat(offered("inbox show 2026")).containsExactly("2026-03-17T120000Z-ab12");
    assertThat(offered("outbox show rep"))
        .containsExactly("replies/2026-03-17T120000Z-cd34-direct");
    assertThat(offered("read ")).containsExactly("3f9a0b1c");
  }

  @Test
  void settingsBackendsAndPluginsAreOfferedByName() {
    assertThat(offered("config set server.po")).containsExactly("server.port");
    assertThat(offered("agent run reader --llm b")).containsExactly("builtin");
    assertThat(offered("agent show c")).containsExactly("coder");
    assertThat(offered("agent list --as r")).containsExactly("reader");
    assertThat(offered("plugin info l")).containsExactly("llm-echo");
  }

  @Test
  void filesAndFoldersAreCompletedLevelByLevel() throws IOException {
    Files.createDirectories(folder.resolve("drafts/old"));
    Files.writeString(folder.resolve("drafts/one piece.md"), "");
    Files.writeString(folder.resolve(".hidden"), "");

    assertThat(offered("post d")).containsExactly("drafts/");
    assertThat(offered("post drafts/"))
        .containsExactlyInAnyOrder("drafts/old/", "drafts/one piece.md");
    assertThat(offered("post .h")).containsExactly(".hidden");
    assertThat(offered("init drafts/")).containsExactly("drafts/old/");
    assertThat(offered("post nowhere/")).isEmpty();
  }

  @Test
  void whatIsTakenIsQuotedForTheLine() {
    ShellParser parser = new ShellParser("");
    var line =
        (org.jline.reader.CompletingParsedLine)
            parser.parse("send 'Ada o", 11, ParseContext.COMPLETE);

    assertThat(line.word()).isEqualTo("Ada o");
    assertThat(line.rawWordLength()).isEqualTo("'Ada o".length());
    assertThat(line.escape("Ada of the hills", true)).hasToString("Ada\\ of\\ the\\ hills");
  }
}
