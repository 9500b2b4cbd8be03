package dev.fairlead.client.schema;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;

/** The maker of regular expressions whose matching counts on the meter of the check under way. */
final class MeteredExpressions implements RegularExpressionFactory {

    @Override
    public RegularExpression getRegularExpression(String pattern) {
        Meter.current().look();
        Regex regex = Regex.compile(pattern);
        return text -> regex.find(text, Meter.current());
    }
}
