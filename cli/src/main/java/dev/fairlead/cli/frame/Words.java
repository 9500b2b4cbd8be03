package dev.fairlead.cli.frame;

/** Words that can be typed after a verb, and where what is typed goes. */
public interface Words {

    /** Writes down what can be typed. */
    void describe(Form form);
}
