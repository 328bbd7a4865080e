"""Polish. The particle "się" is dropped, since it may stand almost anywhere; endings are covered by stems."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "drop": "się proszę dokładnie właściwie obecnie aktualnie nadal wciąż jeszcze tylko też także już teraz hej cześć dzięki dziękuję może właśnie no "
    "dokładne bezpośrednio bym byś by sobie tak mam niby zaraz ok prostu ogóle jednak raczej także szybko",
    "fn": "w we na do z ze od o u po pod nad przed przez dla bez przy między i a oraz lub albo ale czy że żeby aby jeśli jeżeli gdy kiedy jak jako niż to "
    "co kto kogo czego czym kim komu czemu gdzie skąd dokąd dlaczego który która które którzy których którym którego której którą jaki jaka jakie jakich jaką "
    "jakim jakiego ile nie jest są był była było były być będzie będą został została zostało zostały bywa mogę może możemy można mógłbym mógłby mogłabym "
    "mógłbyś możesz trzeba powinienem powinien należy muszę musimy chcę chciałbym chciałabym potrzebuję ma mają mi mnie ja ty my oni one ktoś coś "
    "ktokolwiek cokolwiek nikt nic wszystko wszystkie wszystkich wszyscy każdy każda każde każdą każdego inny inna inne innych jakieś jakiś jakaś jakikolwiek nasz nasza "
    "nasze naszym naszej swój mój moja moje jego jej ich im gdzieś gdziekolwiek wszędzie ani więc ponieważ bo podczas lecz zanim dopóki wobec według za "
    "wewnątrz poza oprócz ponad więcej mniej dużo bardzo taki taka takie takich tam nim albo",
    "this": "ten ta to tę tą te tego tej tych temu tym tymi tutaj tu bieżąc* aktualn{a,ą,ej,y,ego,ym,ie} zaznaczon* niego niej nią nim nich niemu wybran* ową "
    "ją go niego",
    "kind": "funkcj* metod* klas{a,ę,y,ie,ą,} typ{,u,em,y,ie} struktur{a,ę,y,ze,ą} interfejs* enum* trait* zmienn* stał{a,ą,ej,e} pol{e,a,u} właściwoś* moduł* module pakiet* "
    "makr{o,a} symbol* hook* komponent* plik{,u,iem} konstruktor* atrybut* func function class type struct trait dekorator* obiekt{,u} przestrze* nazw{a,ie,ę,y,ą} "
    "identyfikator* nazwan* metodą fn helper*",
    "who": "kto co które która który którzy jakie jaka jaki ktoś coś cokolwiek ktokolwiek nikt nic",
    "be": "jest są był była było były być będzie będą został została zostało zostały bywa bywają zostaje zostają",
    "aux": "może mogę można możemy mógłby mogłoby mogłaby mogłyby mogą powinienem powinno trzeba należy muszę musimy da będę ma mają chcę",
    "pron": "ja my oni ktoś mi mnie",
    "place": "ścież* funkcj* metod* klas* moduł* plik* test* częś* komponent* serwis* usług* miejsc* kod kodu kodzie lini* pakiet* skrypt* endpoint* kontroler* bibliotek* element* "
    "fragment* rzecz* wszystko ktoś coś ktokolwiek cokolwiek wiersz* obszar* projekt* widok* podsystem* aplikacj* proces*",
    "call": "wywołuj* wywoła wywołać wywołała woła wołają uży{wa,wają,wać,wając*,je} korzysta korzystają korzystając* importuj* zaimportował odwołuj* wykorzystuj* "
    "stosuj{e,ą} referencjonuj* instancjonuj* dziedzicz* implementuj* rozszerza* sięga* zużywa konsumuj* uruchamia uruchamiają odpala odpalają wzywa wspomina wspominają "
    "nadpisuj* posługuj* callu* wymaga wymagają wskazuj{e,ą} załącza* dotyka czyta czytają emituj* tworz{y,ą} subskrybuj* woł{a,ają} odnos{i,zą} używając*",
    "hard": "wywołuj* woła wołają wołamy uży{wa,wają,wamy,wać} używając* korzysta korzystają korzystamy korzystając* importuj* odwołuj* wykorzystuj* stosuj{e,ą} "
    "referencjonuj* instancjonuj* tworzymy dziedzicz* rozszerza* callu* sięga* implementuj* odnos{i,zą}",
    "called": "użyli* wywołali* skorzystali* używan* wywoływan{a,e,y,ych,i} wywołan{a,e,y,ych,i} użyt{y,a,e,o,ych} importowan* zaimportowan* wykorzystywan* wykorzystan* zastosowan* referencjonowan* "
    "wywołano użyto zaimportowano wykorzystano uruchamian* wołan* używa wywołuje importuje wykorzystuje stosuje woła callowan* korzysta wspomnian* instancjonowan* tworzon* "
    "używamy wywołujemy odwołuje korzystamy odpalan* zużywan*",
    "mass": "użycie użycia import odwołanie wywołanie referencja zastosowanie",
    "occ": "wystąpienia wystąpień wystąpienie",
    "refnoun": "użyć użyciami użyciu wywołania wywołań wywołaniami wywołujących wywołujące wywołujący odwołania odwołań referencje referencji "
    "importy importów zastosowania zastosowań callerzy callerów callery usages użytkownicy użytkowników konsumenci konsumentów "
    "podklasy podklas implementacje wołających instancjonowania użytków",
    "request": "istnieją istnieje znajdź znaleźć znajdziesz pokaż pokażcie pokazać pokażesz pokazał wyświetl wyświetlić wyszukaj wyszukać poszukaj szukaj szukam szukać wylistuj wymień wypisz podaj podać daj "
    "dawaj lista listę listuj zlokalizuj namierz zobaczyć zobacz powiedz powiesz powiedzieć sprawdź sprawdzić chcę chciałbym chciałabym potrzebuję możesz mógłbyś mogłabyś możecie "
    "wiedzieć wskaż opisz wyjaśnij wytłumacz zidentyfikuj zbierz policz przeszukaj przejdź oceń oszacuj przeanalizuj określ otwórz odszukaj wiesz potrzebne pomóż "
    "interesuj{e,ą} analizuj analiza ustal oblicz zestaw wyciągnij znajd* ciekawi prośba",
    "quant": "wszystkie wszystkich wszystkim wszystko każde każdy każdą każdego dowolne pełna pełną lista listę spis zestawienie liczba ile jakie jaki jaka miejsca miejsc miejsce "
    "bezpośrednie zewnętrzne inne innych potencjalne istniejące drzewo graf hierarchia hierarchię punkty przegląd łańcuch możliwe całkowity cały całą główne które",
    "change": "zmieni{ę,e,my,ć,ając,ł,ła,łbym,łabym,liśmy,sz,ono,enie,eniu,enia,} zmian{a,y,ę,ie,ami,ą} zmienimy zmieniam zmieniać zmieniając zmieniłby usun{ę,e,iemy,ąć,ąłbym,iesz,ięcie,ięcia,ięciu,ięto,iemy,ie,ął,ięciem} "
    "usunąć usunęła usunęłabym usuwam usuwając usuwanie usuwać usuwania kasuj{ę,e} skasuj{ę,e,emy} skasować skasowanie skasowania wywal{ę,e,imy,ić} wyrzuc{ę,e,imy,ić,enie,enia} przenios{ę,e} "
    "przeniesi{enie,enia,emy,ę} przenieść przesun{ę,e,ąć} zmodyfikuj{ę,e,emy} zmodyfikować zmodyfikował* modyfikuj{ę,e,emy,ąc} modyfikacj* przerobi{ę,e,my,ć,} edytuj{ę,e,emy} edycj{a,i,ę} edytować rusz{ę,e,ymy,yć} ruszam "
    "dotkn{ę,e,iemy,ąć} przemianuj{ę,e} przemianowa* refaktoryz* refaktoring* zrefaktoryzuj* zrefaktoruj{ę,e} refactor* podmieni{ę,e,my,ć} zastąpi{ę,e,my,ć} przepisz{ę,e,emy} przepisa* tykam tkn{ę,e} "
    "zdeprecjonuj{ę,e} wytn{ę,e} wyciąć zaktualizuj{ę,e} aktualizacj* znikn* dodam dodanie dodać pozbę pozbyć pozbędę wyłącz{ę,e} skasował* przeróbk* grzebię pogrzebię zdepreku{ję,je} popsuj{ę,e} zepsuj{ę,e} zepsucie "
    "rename renam* zmiani{e,ę} usuniecie usuniemy",
    "break": "zepsu* popsu* posyp* wysyp* wywal{i,ą} wywala* rozwal* rozsyp* złami* łami* padn* pada padają padnie rozjedzi* rozjed* przestan* przestaj* ucierp* zawal* sypnie sypn* "
    "wpłyn* wpływa wpływaj* dotkn{ie,ięte,ięty,ięta} dotyczy zmieni* błąd błędy błędem crash* uszkodz* zaburz* ryzyk* problem* konsekwencj* skutk* naruszy złama* wybuch* zdechn* psuj{e,ą} rozwala* dotykn* "
    "objęt* zagroż* pęknie pękn* odczuj* poleci polecą poleca zaboli źle wykrzacz* krzacz* zepsuc* zaliczy oberwie oberw* padać zacznie szlag popsuty skompil* działać działa pójść",
    "happens": "stanie stało stałoby stałaby staje dzieje wydarzy zdarzy będzie",
    "dep": "zależ* zależn* polega polegają opiera opierają bazuje bazują uzależnion* oparte oparty oparta",
    "depnoun": "zależnoś* dependent* zależn*",
    "effect": "szkod* wpływ wpływu wpływem skutek skutki skutków konsekwencj* efekt efekty efektów następstwa następstw implikacj* oddziaływanie reperkusj* ryzyko",
    "safe": "bezpieczn* ryzykown* niebezpieczn* spokojnie groźn* bezkarnie szkody ryzyk* swobodnie",
    "where": "gdzie skąd dokąd gdzieś gdziez",
    "defined": "zdefiniowan* zadeklarowan* zaimplementowan* definiowan* deklarowan* definiuj* deklaruj* zlokalizowan* napisan* implementowan* "
    "zdefiniowaliśmy zadeklarowaliśmy zdefiniowali zadeklarowali definicj{a,ę} deklaracj{a,ę} implementuje wprowadzon* zdefiniował* implementacj{a,ę}",
    "lies": "znajduj{e,ą} leży leżą mieszka siedz{i,ą} umieszczon* napisan* zaszyt* zapisan* utworzon* trzyman*",
    "define": "definiuj* deklaruj* zawiera zawierają implementuj{e,ą} zdefiniował",
    "defnoun": "definicj* deklaracj* implementacj{a,ę,i} źródł* sygnatur* definition ciało",
    "goto": "przejdź idź skocz otwórz zaprowadź zabierz przenieś nawiguj",
    "similar": "podobn* analogiczn* zbliżon* identyczn* równoważn* odpowiednik* tożsam* bliźniacz* pokrewn* porównywaln* similar przypominaj* przypomina",
    "dupnoun": "duplika* kopi{e,a,i,ę} klon* powtórze* zduplikowan* powielon* skopiowan* powtarza* powtórzon* dubl{e,i} wariant* zdublowan* powielan* duplikuj* przeklejon* powiel*",
    "codeword": "kod kodu kodem kodzie funkcj* metod* klas* implementacj* blok* logik* wzor* moduł* komponent* test* fragment* snippet* coś cokolwiek inne inny inna innych zapytani* przykład* "
    "algorytm* struktur* rzecz* rzeczy kawałk* kawałek plik* pętl* helper* handler* rozwiązani* jakieś typ* endpoint* czegoś",
    "look": "wygląda wyglądają wyglądające wyglądający wyglądająca wyglądających działa działają działające działająca zachowuje zachowują napisan*",
    "textnoun": "ciąg* łańcuch* napis* tekst* fraz* komunikat* literał* string* słow{o,a,em} wyraz* znaków podciąg* wiadomoś* sekwencj* zdani* wyrażeni* komentarz*",
    "strong": "dokładny dokładnie dosłowny dosłownie dosłownego dokładnego błędu błąd znaków o treści",
    "contain": "zawiera zawierają zawierające zawierający zawierających zawierającego zawierająca z mówiący",
    "appear": "występuj* pojawia* jest wypisywan* wyświetlan* drukowan* używan* rzucan* logowan* użyt* zwracan* pada widnieje bierze wypisuj* wyświetla drukuje leci znajduj* definiowan* "
    "zdefiniowan* generowan* pochodz* ustawian* loguj{e,emy} rzucamy wypisujemy wyświetlamy zwracamy drukujemy logujemy rzuca",
    "end": "w we na do z ze od o po pod przed przez dla bez przy między i a oraz lub albo ale czy że żeby jeśli jeżeli gdy kiedy jak niż to jest są był nie wewnątrz poza podczas "
    "wszędzie gdzieś bo zanim co gdzie żebym razem dlaczego też mi mnie aby które który",
    "how": "jak dlaczego czemu",
    "ask": "jak dlaczego czemu wyjaśni* objaśni* wytłumacz* tłumacz* architektur* przegląd omów omówi* opis opisz opisać opisu działa działają działanie działania zrozumieć cel służy służą "
    "podsumuj podsumowanie streść różnica różnice różni odpowiada odpowiedzialn* rola oznacza znaczy przepływ struktura budowa po przeprowadź opowiedz co kiedy czym robi jaki jaka jakie jakiego "
    "zasada mechanizm powód sens pokrótce naucz",
}

MACROS: Final[dict[str, str]] = {
    "LEAD": "(request|quant|be|pron|mi|o|do|z|w|na|że|co|kto|gdzie|czy|które|tym|go|jakieś|są|te|aux|ktoś|kogo|i|dla|kod|kodu|jaki|nam|się|a|listę|za|ci)",
    "GUARD": "how",
    "HOWTO": "how (aux|mi|to)* request",
    "TAIL": "(w|we|z|ze|na|do|wśród|po) (całym|całej|całe|tym|this|naszym|naszej|moim|mojej|wszystkich|którymś|jakimś|obrębie|innych)* "
    "(kodzie|kodu|projekcie|projektu|repozytorium|repo|plikach|pliku|plikow|plików|źródłach|bazie|workspace|aplikacji|testach|komentarzach|katalogu|logach|edytorze|codebase|this) .{0,3}$",
    "IF": "(jeśli|jeżeli|gdy|kiedy|jak|po|gdyby|gdybym|gdybyśmy|przy|w przypadku|w razie|przez|od|skoro|kiedyś|w wyniku|jakby|jakbym|jesli)",
    "CHANGE": "(dodam|dodać|dodanie) (nowy|kolejny|do)* (parametr|argument|pole|parametru)|(change) (nazwę|nazwy|nazwie|change|w|z|sygnaturę|sygnatury|typ|zachowanie|na|zwracany|od|wartość)*",
    "REF": "(refnoun|miejsca wywołań|miejsca użyć|miejsca użycia|call sites|hierarchia wywołań|hierarchię wywołań|graf wywołań)",
    "OF": "(do|z|ze|na|od|dla|w|o|po|by)",
    "WHO": "(kto|co|które|która|który|którzy|jakie|jaki|jaka|ile|czego|coś|cokolwiek|czy)",
}

RULES: Final[dict[str, list[str]]] = {
    "2": [
        "(kto|co|ktoś|ktokolwiek|coś|cokolwiek|nikt|nic) (jeszcze|inny|inne|wszystko|tu|w kodzie|innego|this)* (aux|be)* call (OF)? NP",
        "(kto|co|ktoś|ktokolwiek|place) (robi|robią|czyni|zrobił) (użytek|referencje|odwołania) (z|do) NP",
        "(kto|co|ktoś|ktokolwiek) (THIS|<this*>|NAMED|<(content){1,3}>) (be)? call (OF)? END",
        "(które|która|który|którzy|jakie|jaki|jaka|ile|każda|każdy|każde|wszystkie|wszystkich|jakich) (inne|z|nasze|w|naszych|innych)* place (w|z|kodu|projektu|kodzie|projekcie|systemu|aplikacji|naszym|źródłowe)* (które|która|który|be|aux|co|gdzie)* call (OF)? NP",
        "^(w)? place (kodu|w|które|która|który|gdzie|co|którym|których|be)+ hard (OF)? NP",
        "^(place|wszystko|kod) (hard) (OF)? NP",
        "(gdzie|skąd|miejsca|miejsc|miejscach|wszędzie|ile razy|jak często|w place|w których place|w jakich place|linie|miejsce|w którym place|w jakim place) (jeszcze|w|kodzie|wszędzie|gdzie|których|projekcie|którym|this|inne|z|w których|wszystkie|indziej|kodu|razy|naszym|repo|kodu)* (be|aux)* NOTEXT (called be? NOTEXT OF? (NAMED|PHRASE END)|hard OF? NP)",
        "(gdzie|skąd|miejsca|miejsc|miejscach|wszędzie|ile razy|jak często|w place|w których place|w jakich place|linie|miejsce|w którym place|w jakim place) (jeszcze|w|kodzie|wszędzie|gdzie|których|projekcie|którym|this|inne|z|w których|indziej|kodu|razy|naszym|repo)* (be|aux)* NOTEXT (NAMED|PHRASE) (be)* called",
        "^(czy)? (be)? (called) (gdzieś|gdziekolwiek|w)* NOTEXT NP",
        "=(request|mi|czy|to)* (NAMED|PHRASE) (be|gdzieś|gdziekolwiek|kiedykolwiek)+ called",
        "^czy (NAMED|PHRASE) (be|gdzieś|gdziekolwiek)* called",
        "^czy (ktoś|coś|ktokolwiek|cokolwiek|jakiś|jakaś|jakieś) (place|kod|inny|w kodzie)? call (OF)? NP",
        "(przez|z) (kogo|czego|jakich place|których place|co|jakie place|które place|jaki place) (be)* (called NP|(NAMED|PHRASE) be? called|called)",
        "z (czego|jakich place) call NP",
        "^REF (w kodzie)? NOTEXT (OF)? (kind)? NOTEXT (NAMED|STRONG END|THIS END|PHRASE CLOSE)",
        "^occ OF? NOTEXT (?!.{0,3}quoted) NP",
        "request (mi)? quant* mass OF? NOTEXT NP",
        "^quant* mass OF? NOTEXT (NAMED|STRONG CLOSE|THIS END|<kind content> CLOSE)",
        "(ile|ilu) (REF|mass) (ma|mają|jest|do|be)* NP",
        "=(request|quant|mi|o|gdzie|są)* REF NOTEXT (NAMED|STRONG|THIS|PHRASE CLOSE)",
        "=<kind* ident> (REF|mass) CLOSE",
        "=(request|mi|quant)+ REF $",
        "(request|kto) (gdzie|co) (be|aux)* (called (NAMED|PHRASE END)|(NAMED|PHRASE) be? called)",
        "^(podklasy|użytkownicy|konsumenci|klasy dziedziczące|klasy pochodne) (po|z|OF)? NP",
        "(które|jakie|która|jaki) content{1,2} hard (OF)? (NAMED|THIS END|STRONG END)",
        "^place (dziedziczące|implementujące|rozszerzające|używające|wywołujące|importujące|korzystające|wykorzystujące|odwołujące) (OF)? NP",
    ],
    "3": [
        "(WHO|na co|kogo|ile|wszystko) .{0,4}? break .{0,4}? IF .{0,3}? CHANGE NP",
        "(WHO|na co|kogo|ile) .{0,4}? break .{0,3}? (IF|bez|przez|od) (CHANGE|this)? (NAMED|PHRASE) (be|aux|zostanie|zostaną|zniknie)* (CHANGE|$)",
        "(WHO|na co|kogo|ile) .{0,3}? (bez) NP break",
        "(WHO) .{0,3}? (happens) .{0,6}? IF (aux|pron)? CHANGE (NAMED|THIS|STRONG|kind (content|ident)|PHRASE CLOSE)",
        "(WHO) .{0,3}? (happens) .{0,3}? (IF) (NAMED|THIS|STRONG) (be|aux|zostanie)* CHANGE",
        "^(IF|załóżmy|powiedzmy)+ .{0,2}? CHANGE (NAMED|PHRASE) .{0,4}? (break|WHO .{0,3} (happens|change|break|zaktualizować|poprawić|dostosować))",
        "^(IF) (NAMED|PHRASE) (be|aux|zostanie)* CHANGE .{0,3}? (break|WHO .{0,3} (happens|change|break))",
        "(WHO|gdzie) .{0,3}? (change|poprawić|zaktualizować|dostosować|przetestować|naprawić|uruchomić|przerobić) .{0,2}? IF .{0,2}? CHANGE (NP|NAMED)",
        "^(czy)? CHANGE (NAMED|PHRASE) .{0,3}? (break|wpływa|wpłynie|zepsuje|ma wpływ|spowoduje|powoduje|może)",
        "(co|czy|jak|kogo) (aux)* (spowoduje|powoduje|zepsuje|wywoła|da|oznacza|popsuje|rozwali|pociągnie|naruszy) (za)? (sobą)? CHANGE (NP|NAMED)",
        "(na co|na kogo|w co|na jakie place .{0,1}?|na które place .{0,1}?|kogo|jak|jak bardzo|czy) (aux|bardzo)* (wpłynie|wpływa|wpłynęłoby|oddziałuje|wpłynęłaby|uderzy|rzutuje|dotknie|wpłyną|ma wpływ) .{0,2}? (CHANGE)? (NP|NAMED)",
        "na (co|kogo) (NAMED|PHRASE|CHANGE NP) (wpływa|wpłynie|ma wpływ|oddziałuje)",
        "(be|czy|jak|nie|na ile|mogę|mozna|można|jakie) .{0,3}? safe .{0,3}? (CHANGE) (NP|NAMED)",
        "(mogę|możemy|można|mógłbym|da|wolno|mozna) (safe)* CHANGE (NAMED|PHRASE) (bez|safe|nie|i|aby|żeby|czy|nic)",
        "(mogę|możemy|można) (safe)* CHANGE (NAMED|<this kind*>) $",
        "czy (NAMED|PHRASE|<this kind*>) (aux|można|mogę|da)+ (safe)* CHANGE",
        "(be|czy) CHANGE (NAMED|PHRASE) (be|aux)* (safe)",
        "^.{0,3}? effect .{0,2}? IF (CHANGE NP|(NAMED|PHRASE) (be|aux|zostanie)* CHANGE)",
        "^.{0,3}? effect (uboczne|uboczny|będzie|ma|miałaby|będą|mieć|może|by|miałoby|na|po|wywoła|całkowity|od|domina|w kodzie|negatywne|jaki)* (CHANGE) (NP|NAMED)",
        "^.{0,2}? effect (na)? (NAMED|this kind|kind content END|THIS END) (na|w)?",
        "(jaki|jakie|jaka) (be|aux)* effect .{0,3}? (CHANGE)? (NAMED|PHRASE END|THIS)",
        "(zasięg|promień|pole|obszar|strefa|skala) (rażenia|wpływu|oddziaływania|zniszczeń|skutków|wybuchu|eksplozji|zmian) .{0,1}? (IF|przy)? CHANGE? (NP|NAMED)",
        "(blast radius|analiza wpływu|analizę wpływu|efekt domina|ocena wpływu|analizy wpływu|ocenę wpływu) .{0,1}? (IF)? CHANGE? (NP|NAMED)",
        "=(.{0,3}?) (zasięg (rażenia|wpływu|oddziaływania)|promień rażenia|blast radius|analiza wpływu|analizę wpływu) <this*> $",
        "(co|kto|wszystko|kod|coś|ktoś|cokolwiek|które place|jakie place|place|nic) .{0,3}? dep (bezpośrednio)? (od|na|o|z)+ NP",
        "(co|kto|wszystko|coś|które place|jakie place|ktoś|cokolwiek) (od|na|o) (NAMED|PHRASE|this) dep",
        "(które|jakie|co) (od|na) (THIS|NAMED) dep",
        "^(place|kod|wszystko) (które|co)? (be)? dep (od|na) NP",
        "^(zależności|zależność|dependenty) (odwrotne|odwrotna|zwrotne|wsteczne|przychodzące|wstecz|odwrócone)+ (od|dla|do)? NP",
        "^(zależne|zależny|zależnych|zależni) (bezpośrednio)? od NP",
        "^place (zależne|zależnych|zależny|zależna) od NP",
        "^(odwrotne|wsteczne|zwrotne|przychodzące|odwrócone|tranzytywne)+ (zależności) (od|dla|do)? NP",
        "(WHO|kod) .{0,3}? (dotknięte|dotknięty|dotknięta|objęte|objęty|zagrożone|narażone|zagrożony) .{0,3}? (CHANGE)? (NP|NAMED)",
        "(które|jakie|ile) (test|testy|testów) .{0,3}? (break|pokrywają|pokrywa|obejmują|sprawdzają|uruchomić|odpalić|puścić|testują|dotyczą|dotykają) .{0,3}? (NAMED|THIS|CHANGE NP|STRONG END|ONE CLOSE)",
        "^(testy) (do|które|pokrywające|obejmujące) .{0,3}? (NAMED|THIS|CHANGE NP)",
        "(jak daleko|dokąd|jak szeroko|jak) .{0,2}? (sięga|sięgnie|rozejdzie|rozniesie|rozpropaguje|propaguje|rozchodzi|poniesie) .{0,2}? CHANGE (NP|NAMED)",
        "(jak|jakie) (duży|duże|wielki|szeroki|ryzykowne|ryzykowna|groźna|groźne) .{0,3}? (effect|CHANGE|zasięg) .{0,2}? (NP|NAMED)",
        "(czy|co|coś|cokolwiek) .{0,2}? (zepsuję|popsuję|rozwalę|złamię|zepsuje|popsuje|rozwale|złamie) .{0,3}? (CHANGE|IF) .{0,2}? (NP|NAMED)",
        "=(NAMED|STRONG) (wpływ|blast radius|zależne)",
    ],
    "4": [
        "(request|mi)+ ((w|po) (całym)? (kodzie|repo|projekcie|plikach|kodu|źródłach))? (wszystkie|gdzie|wystąpienia|wystąpień|linie|wiersze|pliki|miejsca|z|w|jest|plik|których|które|gdzie|be|o|dla|po|każde|wystąpienie|miejsce)* (contain|appear)* strong? textnoun (strong|textnoun|o|treści|contain|brzmiący|że|jak|w stylu)* "
        "<(ident|cap|quoted|content|this|fn){1,12}?> (TAIL|$)",
        "(gdzie|skąd|w którym place|w jakim place|który place|kto|w których place|w jakich place) (be|appear)* strong? textnoun (strong|textnoun|o|treści)* <.{1,8}?> (be|appear|$)+",
        "(gdzie|skąd|w którym place|kto) .{0,2}? (wypisuje|wyświetla|rzuca|loguje|drukuje|wypisujemy|logujemy|rzucamy|zwracamy|wyświetlamy|pochodzi|bierze|pojawia|występuje|jest|drukujemy) (strong|o|z)* textnoun (strong|textnoun|o|treści)* <.{1,8}?> (TAIL|$)",
        "^(grep|grepuj|zgrepuj|grepnij|rg|przegrepuj) (za|po|wszystkie|wystąpienia|textnoun|strong|rn|r|i|kod|pliki|mi)* <.{1,8}?> (TAIL|$)",
        "^(dopasowanie|dokładne|dosłowne|dokładny|dosłowny)+ (dopasowanie|textnoun|wystąpienie|wyszukiwanie|wystąpienia|strong|dla|do|po|frazy)* <.{1,8}?> (TAIL|$)",
        "^(dosłownie|literalnie) <.{1,8}?> (TAIL|$)",
        "^(pliki|linie|miejsca|wiersze|komentarze|które place|jakie place) (które)? contain (strong|textnoun)* (NAMED|STRONG (TAIL|$))",
    ],
    "4b": [
        "(gdzie|dokąd) (w|kodzie|projekcie|tym|dokładnie|do|cholery|licha|to|u|repo|kodu|this)* (be|aux)* (defined|znajdę|znaleźć|mogę|jest)* (X|kind X)",
        "(gdzie) (w|kodzie|projekcie|do|licha|cholery|repo|this)* (be|aux)* defined (be|w kodzie|został|została)? (X|ONE END)",
        "(gdzie|w (jakim|którym) (pliku|module|pakiecie|katalogu)) (w|kodzie|projekcie|repo|this)* (be|aux)* (lies (STRONG END|<kind+ content> CLOSE)|STRONG be? lies)",
        "(gdzie) (w|kodzie|projekcie|do|licha|cholery|repo|this)* (be|aux)* (X|NAMED|ONE|<kind* (content|this)>) (be)* defined",
        "(gdzie) (be|aux|znajdę|znaleźć|znajduje|leży)* (defnoun|kod źródłowy|kod) (kind)? (X|<this kind*> $)",
        "^(gdzie) (be|znajduje|leży|siedzi|mieszka|znajdę|aux|znaleźć|mam|szukać)* (NAME|STRONG) CLOSE",
        "skąd (be|aux)* (bierze|pochodzi|wziął|importuje|wzięła|wzięło) (NAME|STRONG CLOSE)",
        "^(do|o|na|dla|źródła|oryginalna|miejsce|miejsca|mi)* (defnoun|kod źródłowy) (kind|o|nazwie)* X",
        "=<kind* ident> defnoun CLOSE",
        "=(.{0,4}?) (przejdź|idź|skocz|przeskocz|zaprowadź|zabierz|przenieś|nawiguj|przejść|skoczyć|przenieść|wróć|leć|przeskoczyć|iść|przejdziesz) (mnie|nas|mi)* (do|w|na) (miejsca|pliku)? (gdzie|w którym|z)? (be)* (defnoun $|defnoun? X|defnoun X|X (be)? defined|defined X|<this*> (defnoun|kind|this kind*) $)",
        "=(.{0,4}?) (otwórz|zlokalizuj|namierz|odszukaj|zlokalizować|namierzyć|otworzyć) (mi|plik|miejsce|kod)* (gdzie|w którym|z|który)? (be|defined|define)* (defnoun)? X",
        "=(.{0,4}?) (pokaż|znajdź|wyświetl|wyszukaj|poszukaj|szukam|znaleźć|zobaczyć|pokazać|podaj|otwórz|szukaj|daj|pokażesz|odszukaj|zobacz|potrzebuję|wskaż) (mi|nam|gdzie|be)* (kind|defnoun|kodu|kod źródłowy)+ (o|nazwie|nazwanej|kind|nazwą|pod)* (NAMED|STRONG CLOSE|<cap>)",
        "=(.{0,4}?) (pokaż|znajdź|wyświetl|powiedz|wskaż|znaleźć|szukam|sprawdź|podaj|pokazać) (mi)? (miejsce|plik|linię|gdzie|miejsca)+ (gdzie|w którym|w której|be)* (X (be)? defined|defined (be)? X)",
        "(znajdź|pokaż|gdzie|wyszukaj|zlokalizuj) (be|mi)* kind (o nazwie|nazwaną|nazwana|zwaną|nazwany) ONE CLOSE",
        "(w|na|z)? (jakim|którym|której|jakiej|którego|jaki|który|jakie) (kind|pliku|plik|module|linii|miejscu|klasie|pakiecie|katalogu|repozytorium|wierszu|nagłówku|plikiem) (kodu)? (be|aux)* (X be? defined|(be)? (defined|define) be? (defnoun)? X|(be)+ (defnoun)? X CLOSE|defnoun X)",
        "^(który|jaki|która) (plik|moduł|klasa|pakiet|kind) (be)? (zawiera|definiuje|deklaruje|implementuje) (defnoun|kind)* X",
        "^(kto|co) (definiuje|deklaruje) X",
        "=(def|definicja|deklaracja|implementacja|źródło|sygnatura|definicje|definicję) kind? X",
    ],
    "4c": [
        "similar (do|jak|w|z|co|względem|dla) .",
        "(codeword|coś|cokolwiek) (które|która|który|są|jest|w kodzie|bardzo|prawie|niemal|całkiem|dość|zbyt|nieco|o)* (similar|dupnoun)",
        "(similar|dupnoun) (w)? (codeword)",
        "(codeword|inne|więcej|coś|cokolwiek|innych) .{0,3}? (jak|taki jak|takie jak|w stylu|w rodzaju|typu|na wzór|podobnie jak) (THIS|NAMED|STRONG|kind)",
        "(look) (bardzo|dokładnie|prawie|podobnie|niemal|identycznie|zupełnie)* (samo)? (jak|do|podobnie) (THIS|NAMED|STRONG|kind|PHRASE END)",
        "(be|czy|ma|mamy|istnieje|istnieją|request|gdzie) .{0,4}? (similar|dupnoun) ",
        "^.{0,3}? (dupnoun) (OF|this|kind|content|w|$)",
        "(tak|taka|taką|taki|takie|ta|te|to|tę|tą|tego|tej|takiej|takiego) (samo|sama|samą|sam|same|samego|samej) .{0,3}? (jak|co|w|z|robi|robią|gdzieś|indziej|logika|struktura|$)",
        "(robi|robią|robiące|robiąca|robiący|wykonuje|wykonują|wykonujące) .{0,2}? (to|samo|tak|podobnie|identycznie|podobnego) (samo|co)?",
        "(przypomina|przypominające|przypominająca|przypominają|przypominający|przypominających|naśladuje|naśladują|powiela|powielają|dubluje|duplikuje|kopiuje) (trochę)? (THIS|NAMED|STRONG|kind|PHRASE END)",
        "(inna|inne|innej|druga|drugą|drugie|alternatywna|alternatywne|alternatywną|kolejna|innych|inną) (wersja|wersje|implementacja|implementacje|implementacji|kopia|kopie|wersji|implementację|funkcja|funkcje|funkcji) (OF)? (THIS|NAMED|STRONG|tego samego|tej samej)",
        "(odpowiednik|odpowiednika|odpowiedniki|alternatywa|alternatywy|alternatywę|warianty|wariant|sobowtór|bliźniak|zamiennik|zamienniki) (dla|do)? (THIS|NAMED|STRONG|PHRASE END)",
        "=(request|mi|kod|coś|funkcje|klasy|testy|więcej|inne|innych|kodu|takiego|przykłady|metody|taki|takie|jakieś)* (codeword|takie|taki|inne|takiego) (jak) (THIS|NAMED|STRONG)",
        "(gdzie|czy) .{0,4}? (similar|podobnie|coś takiego|czegoś takiego|w ten sposób|tak samo|podobnego)",
        "(takich|takie|taka|taki|takiego|tego typu) (jak|samych|same|sam) (THIS|NAMED|STRONG|kind)",
    ],
    "6": [".*ask"],
}

EXAMPLES: Final[list[tuple[str, str, str, str | None]]] = [
    ("gdzie zdefiniowano parseConfig", "find_definition", "4b", "parseConfig"),
    ("definicja parseConfig", "find_definition", "4b", "parseConfig"),
    ("przejdź do parseConfig", "find_definition", "4b", "parseConfig"),
    ("jak działa uwierzytelnianie", "understand_code", "6", None),
    ("jak dziala uwierzytelnianie", "understand_code", "6", None),
    ("co się zepsuje, jeśli zmienię tę funkcję", "impact_analysis", "3", "this"),
    ("co sie zepsuje jesli zmienie te funkcje", "impact_analysis", "3", "this"),
    ("co od tego zależy", "impact_analysis", "3", "this"),
    ("zasięg wpływu parseConfig", "impact_analysis", "3", "parseConfig"),
    ("znajdź ciąg ECONNREFUSED", "exact_match", "4", "ECONNREFUSED"),
    ("znajdź ECONNREFUSED", "exact_match", "4", "ECONNREFUSED"),
    ("kto wywołuje parseConfig", "find_references", "2", "parseConfig"),
    ("użycia parseConfig", "find_references", "2", "parseConfig"),
    ("odwołania do parseConfig", "find_references", "2", "parseConfig"),
    ("funkcje podobne do parseConfig", "find_similar", "4c", "parseConfig"),
    ("kod taki jak ten", "find_similar", "4c", "this"),
]
