package org.sovereignbook.sbp.society.recall;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PorterStemmerTest {
  /** The examples of the paper, step by step; each stem is the one after all steps. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "caresses caress, ponies poni, ties ti, caress caress, cats cat",
        "feed feed, agreed agre, plastered plaster, bled bled, motoring motor, sing sing",
        "conflated conflat, troubled troubl, sized size, hopping hop, tanned tan, falling fall",
        "hissing hiss, fizzed fizz, failing fail, filing file, happy happi, sky sky",
        "relational relat, conditional condit, rational ration, valenci valenc, hesitanci hesit",
        "digitizer digit, conformabli conform, radicalli radic, differentli differ, vileli vile",
        "analogousli analog, vietnamization vietnam, predication predic, operator oper",
        "feudalism feudal, decisiveness decis, hopefulness hope, callousness callous",
        "formaliti formal, sensitiviti sensit, sensibiliti sensibl, triplicate triplic",
        "formative form, formalize formal, electriciti electr, electrical electr, hopeful hope",
        "goodness good, revival reviv, allowance allow, inference infer, airliner airlin",
        "gyroscopic gyroscop, adjustable adjust, defensible defens, irritant irrit",
        "replacement replac, adjustment adjust, dependent depend, adoption adopt",
        "homologou homolog, communism commun, activate activ, angulariti angular",
        "homologous homolog, effective effect, bowdlerize bowdler, probate probat, rate rate",
        "cease ceas, controll control, roll roll, generalizations gener, oscillators oscil",
        "possibly possibl, archaeology archaeolog, as as, 386dx 386dx, évora évora"
      })
  void stemsThePapersExamples(String examples) {
    for (String example : examples.split(", ")) {
      String[] parts = example.split(" ");
      assertThat(PorterStemmer.stem(parts[0])).as(parts[0]).isEqualTo(parts[1]);
    }
  }
}
